/** The billing rule of a link, which must belong to the company. */
import type { PaymentLinkRule, PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { PaymentLinkRuleRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** A link's rule, or that it is unknown. */
type NamedRule =
  /** The rule. Null if the link has none. */
  | { readonly isKnown: true; readonly rule: PaymentLinkRule | null }
  /** Another company's rule counts as unknown. */
  | { readonly isKnown: false; readonly rule: null }

/** Finds the rule of a link, if it has one. */
export const findRule = Effect.fnUntraced(function* (
  company: CompanyId,
  token: PaymentLinkRuleToken | null,
): Effect.fn.Return<NamedRule, StorageUnavailable, PaymentLinkRuleRepository> {
  if (token === null) return { isKnown: true, rule: null } satisfies NamedRule
  const rules = yield* PaymentLinkRuleRepository
  const found = yield* rules.find(company, token)
  const named: NamedRule = Option.match(found, {
    onNone: () => ({ isKnown: false, rule: null }),
    onSome: (rule) => ({ isKnown: true, rule }),
  })
  return named
})
