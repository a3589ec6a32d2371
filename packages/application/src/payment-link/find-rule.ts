/**
 * Whether a link's billing rule is one of the company's.
 */
import { type CompanyId, PaymentLinkRuleRepository, type PaymentLinkRuleToken } from "@vintem/domain"
import { Effect, Option } from "effect"

/** True as well where the link has no rule. Another company's is as unknown as one that never was. */
export const knowsRule = Effect.fnUntraced(function* (company: CompanyId, rule: PaymentLinkRuleToken | null) {
  if (rule === null) return true
  const rules = yield* PaymentLinkRuleRepository
  return Option.isSome(yield* rules.find(company, rule))
})
