/**
 * The back office: billing rules of payment links.
 */
import { changePaymentLinkRule, watchRule } from "@vintem/application"
import {
  BackOffice,
  paymentLinkRuleBody,
  paymentLinkRuleChangeBody,
  paymentLinkRuleTokenFromPath,
  paymentLinkRuleView,
} from "@vintem/contract"
import type { Instant } from "@vintem/domain/calendar"
import type { PaymentLinkRuleDetails } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { Identifiers, PaymentLinkRuleRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { changeEntry, createEntry, listEntries, removeEntry, showEntry } from "./company-entries.ts"

export const paymentLinkRules = HttpApiBuilder.group(BackOffice, "paymentLinkRules", (handlers) =>
  handlers
    .handleRaw(
      "create",
      ({ params }) => createEntry(params, { body: paymentLinkRuleBody, add: addRule, view: paymentLinkRuleView }),
      uninterruptible,
    )
    .handle("list", ({ params, query }) =>
      Effect.flatMap(PaymentLinkRuleRepository, ({ list }) => listEntries(params, query, list, paymentLinkRuleView)),
    )
    .handle("get", ({ params }) =>
      Effect.flatMap(PaymentLinkRuleRepository, ({ find }) =>
        showEntry(params, paymentLinkRuleTokenFromPath(params.token), find, paymentLinkRuleView),
      ),
    )
    .handleRaw("update", ({ params }) => updateRule(params), uninterruptible)
    .handle("remove", ({ params }) =>
      Effect.flatMap(PaymentLinkRuleRepository, ({ remove }) =>
        removeEntry(params, paymentLinkRuleTokenFromPath(params.token), remove, "The billing rule was deleted."),
      ),
    ),
)

const addRule = Effect.fnUntraced(function* (company: CompanyId, details: PaymentLinkRuleDetails, createdAt: Instant) {
  const { add } = yield* PaymentLinkRuleRepository
  const token = yield* (yield* Identifiers).paymentLinkRuleToken
  const rule = { token, company, ...details, createdAt }
  yield* add(rule)
  yield* watchRule(rule, createdAt)
  return rule
})

const updateRule = (params: { readonly company: string; readonly token: string }) =>
  changeEntry(params, {
    body: paymentLinkRuleChangeBody,
    change: (company, change) => {
      const token = paymentLinkRuleTokenFromPath(params.token)
      return Option.isNone(token) ? Effect.succeedNone : changePaymentLinkRule(company, token.value, change)
    },
    view: paymentLinkRuleView,
  })
