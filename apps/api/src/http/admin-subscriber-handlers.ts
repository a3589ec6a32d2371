/**
 * The administration API: what an operator sees of a subscription, and does to it.
 */
import { type CardReplacement, replaceCard } from "@vintem/application"
import {
  AdminApi,
  decodeSubscriberCard,
  invalid,
  invalidFields,
  NotFound,
  subscriberHistoryView,
  subscriberWithPaymentView,
  subscriptionRefused,
  unknownReference,
} from "@vintem/contract"
import { SubscriptionRepository } from "@vintem/domain"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failed, json } from "./answers.ts"
import { companyOf, type OfCompany } from "./company-of.ts"
import { jsonBody } from "./json-body.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"
import { orNoSuchSubscription, subscriptionIn } from "./subscriber-handlers.ts"

export const subscribers = HttpApiBuilder.group(AdminApi, "subscribers", (handlers) =>
  handlers
    .handle("history", ({ params }) =>
      Effect.gen(function* () {
        const company = yield* companyOf(params)
        const token = yield* subscriptionIn(params)
        const { find, history } = yield* SubscriptionRepository
        const found = yield* find(company.id, token)
        if (Option.isNone(found)) return yield* new NotFound()
        return { data: subscriberHistoryView(found.value, yield* history(token)) }
      }).pipe(orServerError),
    )
    .handleRaw("replaceCard", ({ params }) => replace(params), { uninterruptible: true }),
)

const replace = Effect.fnUntraced(
  function* (params: OfCompany & { readonly token: string }) {
    const { base } = yield* PublicUrl
    const input = decodeSubscriberCard(yield* jsonBody)
    if (Result.isFailure(input)) return failed(invalid(input.failure))
    const company = yield* companyOf(params)
    const token = yield* subscriptionIn(params)
    return replaced(yield* replaceCard({ company: company.id, token, card: input.success.card_token }), base)
  },
  orNoSuchSubscription,
  orServerError,
)

const replaced = (outcome: CardReplacement, publicUrl: string) => {
  switch (outcome._tag) {
    case "Replaced":
      return json(200, { data: subscriberWithPaymentView(outcome.subscription, publicUrl) })
    case "UnknownCard":
      return failed(invalid(invalidFields([unknownReference("card_token")])))
    case "Refused":
      return failed(invalid(subscriptionRefused(outcome.refusal)))
  }
}
