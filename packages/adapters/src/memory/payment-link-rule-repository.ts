/**
 * Billing rules in memory.
 */
import type { PaymentLinkRule, PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { PaymentLinkRuleRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  PaymentLinkRuleRepository,
  Effect.gen(function* () {
    const { companies, paymentLinkRules } = yield* Tables

    const owned = (company: CompanyId, token: PaymentLinkRuleToken): PaymentLinkRule | undefined => {
      const rule = paymentLinkRules.get(token)
      return rule?.company === company ? rule : undefined
    }

    return PaymentLinkRuleRepository.of({
      add: (rule) =>
        Effect.sync(() => {
          requireAll([
            ["payment_link_rule.company exists", companies.has(rule.company)],
            ["payment_link_rule.token is unique", !paymentLinkRules.has(rule.token)],
          ])
          paymentLinkRules.put(rule.token, rule)
        }),

      find: (company, token) => Effect.sync(() => Option.fromUndefinedOr(owned(company, token))),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            paymentLinkRules.newestFirst().filter((rule) => rule.company === company),
            page,
          ),
        ),

      save: (rule) =>
        Effect.sync(() => {
          const kept = owned(rule.company, rule.token)
          if (kept !== undefined) paymentLinkRules.put(kept.token, { ...rule, createdAt: kept.createdAt })
          return kept !== undefined
        }),

      remove: (company, token) =>
        Effect.sync(() => {
          const isKept = owned(company, token) !== undefined
          if (isKept) paymentLinkRules.remove(token)
          return isKept
        }),
    })
  }),
)
