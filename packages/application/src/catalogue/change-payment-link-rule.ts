/** Changes when a rule reminds payers of its links. */
import type { PaymentLinkRule, PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { PaymentLinkRuleRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/**
 * Part of a unit, so that no concurrent change is lost. Fields without a key in the change stay.
 *
 * @returns none if the company has no such rule
 */
export const changePaymentLinkRule = Effect.fnUntraced(function* (
  company: CompanyId,
  token: PaymentLinkRuleToken,
  change: Partial<Pick<PaymentLinkRule, "name" | "reminders">>,
): Effect.fn.Return<Option.Option<PaymentLinkRule>, StorageUnavailable, PaymentLinkRuleRepository> {
  const { find, save } = yield* PaymentLinkRuleRepository
  const changed = Option.map(yield* find(company, token), (rule) => ({ ...rule, ...change }))
  if (Option.isSome(changed)) yield* save(changed.value)
  return changed
})
