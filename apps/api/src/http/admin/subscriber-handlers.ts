/** The back office: an operator's view of a subscription, and commands to it. */
import { type ReplaceCardOutcome, replaceCard } from "@vintem/application"
import {
  BackOffice,
  invalidFields,
  NotFound,
  subscriberCardBody,
  subscriberHistoryView,
  subscriberWithPaymentView,
  subscriptionRefused,
  unknownReference,
} from "@vintem/contract"
import { SubscriptionRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orNotFound } from "../company/not-found.ts"
import { cancelSubscriber, getSubscriber, listSubscribers, subscriptionIn } from "../company/subscriptions.ts"
import { faulty, json } from "../edge/body/answers.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation } from "../edge/received-request.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, type OfCompany, operatorAt } from "./company-of.ts"

export const subscribers = HttpApiBuilder.group(BackOffice, "subscribers", (handlers) =>
  handlers
    .handle("list", ({ params, query }) => listSubscribers(operatorAt(params), query))
    .handle("get", ({ params }) => Effect.map(getSubscriber(operatorAt(params), params), (data) => ({ data })))
    .handleRaw(
      "cancel",
      ({ params }) => cancelSubscriber(operatorAt(params), params, { isKeyed: true }),
      uninterruptible,
    )
    .handle("history", ({ params }) =>
      Effect.gen(function* () {
        const company = yield* companyOf(params)
        const token = yield* subscriptionIn(params)
        const { find, history } = yield* SubscriptionRepository
        const found = yield* find(company.id, token)
        if (Option.isNone(found)) return yield* new NotFound()
        return { data: subscriberHistoryView(found.value, yield* history(company.id, token)) }
      }).pipe(orServerError),
    )
    .handleRaw("replaceCard", ({ params }) => replace(params), uninterruptible),
)

const replace = (params: OfCompany & { readonly token: string }) =>
  operation(
    { body: subscriberCardBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { base } = yield* PublicUrl
      const company = yield* companyOf(params)
      const token = yield* subscriptionIn(params)
      return replaced(yield* replaceCard({ company: company.id, token, card: input.card_token }), base)
    }),
  ).pipe(orNotFound)

const replaced = (outcome: ReplaceCardOutcome, publicUrl: string) => {
  switch (outcome._tag) {
    case "Replaced":
      return json(200, { data: subscriberWithPaymentView(outcome.subscription, publicUrl) })
    case "UnknownCard":
      return faulty(invalidFields([unknownReference("card_token")]))
    case "Refused":
      return faulty(subscriptionRefused(outcome.refusal))
  }
}
