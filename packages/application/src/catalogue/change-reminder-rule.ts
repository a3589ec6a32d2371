/**
 * Changes when payers are reminded of the links of a rule.
 */
import type { ReminderRule, ReminderRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ReminderRuleRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/**
 * Part of a unit, so that no concurrent change is lost. Fields without a key in the change stay.
 *
 * @returns none if the company has no such rule
 */
export const changeReminderRule = Effect.fnUntraced(function* (
  company: CompanyId,
  token: ReminderRuleToken,
  change: Partial<Pick<ReminderRule, "name" | "reminders">>,
): Effect.fn.Return<Option.Option<ReminderRule>, StorageUnavailable, ReminderRuleRepository> {
  const { find, save } = yield* ReminderRuleRepository
  const changed = Option.map(yield* find(company, token), (rule) => ({ ...rule, ...change }))
  if (Option.isSome(changed)) yield* save(changed.value)
  return changed
})
