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

/** The part of the terms that can be right by itself and wrong at this moment. */
type TimelyTerms = Pick<LinkTerms, "expiredAt" | "ruleToken">

/** What is against the terms, and the rule that they name. */
interface JudgedTerms {
  readonly reasons: ReadonlyArray<LinkTermsRefusal>
  readonly rule: ReminderRule | null
}

/**
 * Part of a unit.
 *
 * @param before - the terms until now, of which nothing is judged that stays as it is; null for something new
 * @returns every reason against the terms, none if they can be given; `rule` is null if none is named or none is found
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
