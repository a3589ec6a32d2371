/**
 * The public API: subscriptions.
 */
import { cancelSubscription, type NoSuchSubscription } from "@vintem/application"
import {
  Caller,
  done,
  NotFound,
  PublicApi,
  pageOf,
  subscriberView,
  subscriberWithPaymentView,
  subscriptionFilter,
  subscriptionTokenFromPath,
} from "@vintem/contract"
import { perPage, SubscriptionRepository, type SubscriptionToken } from "@vintem/domain"
import { Effect, Option, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText } from "./answers.ts"
import { companyScope } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { PublicUrl } from "./public-url.ts"
import { operationWithoutBody } from "./received-request.ts"
import { orServerError } from "./server-error.ts"

export const subscribers = HttpApiBuilder.group(PublicApi, "subscribers", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { list } = yield* SubscriptionRepository
        const { base } = yield* PublicUrl
        const page = pageOf(query)
        const found = yield* list(company.id, subscriptionFilter(query), { page, size: perPage })
        return yield* listPage(page, found, (subscription) => subscriberView(subscription, base))
      }).pipe(orServerError),
    )
    .handle("get", ({ params }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { find } = yield* SubscriptionRepository
        const { base } = yield* PublicUrl
        const found = yield* find(company.id, yield* subscriptionIn(params))
        if (Option.isNone(found)) return yield* new NotFound()
        return { success: true, data: subscriberWithPaymentView(found.value, base) }
      }).pipe(orServerError),
    )
    .handleRaw("remove", ({ params }) => cancel(params, false), { uninterruptible: true })
    .handleRaw("cancel", ({ params }) => cancel(params, true), { uninterruptible: true }),
)

/** What could be no subscription is none. */
export const subscriptionIn = (params: { readonly token: string }): Effect.Effect<SubscriptionToken, NotFound> =>
  Effect.mapError(Effect.fromOption(subscriptionTokenFromPath(params.token)), () => new NotFound())

/** Answers 404 where the company has no such subscription. */
export const orNoSuchSubscription = <A, E, R>(self: Effect.Effect<A, E | NoSuchSubscription, R>) =>
  Effect.catchIf(
    self,
    (error): error is NoSuchSubscription => Predicate.isTagged(error, "NoSuchSubscription"),
    () => Effect.fail(new NotFound()),
  )

const cancel = (params: { readonly token: string }, isKeyed: boolean) =>
  operationWithoutBody(
    Effect.fnUntraced(function* ({ keyed }) {
      const { company } = yield* Caller
      return yield* cancelSubscription({
        company: company.id,
        token: yield* subscriptionIn(params),
        keyed: keyed(companyScope(company.id)),
        encode: () => answerText(200, done("The subscription was canceled.")),
      })
    }),
    { isKeyed },
  ).pipe(orNoSuchSubscription)
