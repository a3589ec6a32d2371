/**
 * The reminder rule of a link, which has to be one of the company's.
 */
import type { ReminderRule, ReminderRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ReminderRuleRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** A link's rule, or that it is unknown. */
type NamedRule =
  /** The rule; null if the link names none. */
  | { readonly isKnown: true; readonly rule: ReminderRule | null }
  /** Another company's rule counts as unknown. */
  | { readonly isKnown: false; readonly rule: null }

/** Finds the rule of a link, if it has one. */
export const findRule = Effect.fnUntraced(function* (
  company: CompanyId,
  token: ReminderRuleToken | null,
): Effect.fn.Return<NamedRule, StorageUnavailable, ReminderRuleRepository> {
  if (token === null) return { isKnown: true, rule: null } satisfies NamedRule
  const rules = yield* ReminderRuleRepository
  const found = yield* rules.find(company, token)
  const named: NamedRule = Option.match(found, {
    onNone: () => ({ isKnown: false, rule: null }),
    onSome: (rule) => ({ isKnown: true, rule }),
  })
  return named
})
