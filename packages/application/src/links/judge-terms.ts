/**
 * Terms that a link or a batch is about to be given: what speaks against them at this moment, and the reminder rule they name.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { ReminderRule } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { isExpiryAccepted, type LinkTerms, type LinkTermsRefusal } from "@vintem/domain/payment-link"
import type { ReminderRuleRepository, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { findRule } from "./find-rule.ts"

/** The parts of the terms that may be valid and still wrong at this moment. */
type TimelyTerms = Pick<LinkTerms, "expiredAt" | "ruleToken">

/** The reasons against the terms, and their rule. */
interface JudgedTerms {
  readonly reasons: ReadonlyArray<LinkTermsRefusal>
  readonly rule: ReminderRule | null
}

/**
 * Part of a unit.
 *
 * @param before - the current terms; unchanged fields are not checked; null for something new
 * @returns every reason against the terms; none if they are accepted. `rule` is null if there is none or it is unknown
 */
export const judgeTerms = Effect.fnUntraced(function* (
  company: CompanyId,
  terms: TimelyTerms,
  before: TimelyTerms | null,
  at: Instant,
): Effect.fn.Return<JudgedTerms, StorageUnavailable, ReminderRuleRepository> {
  const { isKnown, rule } = yield* findRule(company, terms.ruleToken)
  const reasons: ReadonlyArray<LinkTermsRefusal> = [
    ...(isExpiryAccepted(terms.expiredAt, before?.expiredAt ?? null, at) ? [] : (["ExpiryPassed"] as const)),
    ...(isKnown || terms.ruleToken === before?.ruleToken ? [] : (["UnknownRule"] as const)),
  ]
  return { reasons, rule }
})
