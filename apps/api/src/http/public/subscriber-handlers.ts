/**
 * Subscriptions: for the public API, and for the back office.
 */
import { cancelSubscription, type NoSuchSubscription } from "@vintem/application"
import {
  done,
  NotFound,
  PublicApi,
  pageOf,
  type SubscriberListQuery,
  subscriberView,
  subscriberWithPaymentView,
  subscriptionFilter,
  subscriptionTokenFromPath,
} from "@vintem/contract"
import type { SubscriptionToken } from "@vintem/domain/identifiers"
import { perPage, SubscriptionRepository } from "@vintem/domain/ports"
import { Effect, Option, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText } from "../edge/answers.ts"
import { type Asker, integrator } from "../edge/asking.ts"
import { listPage } from "../edge/list-page.ts"
import { PublicUrl } from "../edge/public-url.ts"
import { operationWithoutBody } from "../edge/received-request.ts"
import { orServerError } from "../edge/server-error.ts"

export const subscribers = HttpApiBuilder.group(PublicApi, "subscribers", (handlers) =>
  handlers
    .handle("list", ({ query }) => listSubscribers(integrator, query))
    .handle("get", ({ params }) => Effect.map(getSubscriber(integrator, params), (data) => ({ success: true, data })))
    .handleRaw("remove", ({ params }) => cancelSubscriber(integrator, params, { isKeyed: false }), {
      uninterruptible: true,
    })
    .handleRaw("cancel", ({ params }) => cancelSubscriber(integrator, params, { isKeyed: true }), {
      uninterruptible: true,
    }),
)

interface OfSubscription {
  readonly token: string
}

export const listSubscribers = <E, R>(asker: Asker<E, R>, query: SubscriberListQuery) =>
  Effect.gen(function* () {
    const { company } = yield* asker
    const { list } = yield* SubscriptionRepository
    const { base } = yield* PublicUrl
    const page = pageOf(query)
    const found = yield* list(company.id, subscriptionFilter(query), { page, size: perPage })
    return yield* listPage(page, found, (subscription) => subscriberView(subscription, base))
  }).pipe(orServerError)

export const getSubscriber = <E, R>(asker: Asker<E, R>, params: OfSubscription) =>
  Effect.gen(function* () {
    const { company } = yield* asker
    const { find } = yield* SubscriptionRepository
    const { base } = yield* PublicUrl
    const found = yield* find(company.id, yield* subscriptionIn(params))
    if (Option.isNone(found)) return yield* new NotFound()
    return subscriberWithPaymentView(found.value, base)
  }).pipe(orServerError)

/** What could be no subscription is none. */
export const subscriptionIn = (params: OfSubscription): Effect.Effect<SubscriptionToken, NotFound> =>
  Effect.mapError(Effect.fromOption(subscriptionTokenFromPath(params.token)), () => new NotFound())

/** Answers 404 where the company has no such subscription. */
export const orNoSuchSubscription = <A, E, R>(self: Effect.Effect<A, E | NoSuchSubscription, R>) =>
  Effect.catchIf(
    self,
    (error): error is NoSuchSubscription => Predicate.isTagged(error, "NoSuchSubscription"),
    () => Effect.fail(new NotFound()),
  )

export const cancelSubscriber = <E, R>(
  asker: Asker<E, R>,
  params: OfSubscription,
  { isKeyed }: { readonly isKeyed: boolean },
) =>
  operationWithoutBody(
    Effect.fnUntraced(function* ({ keyed }) {
      const { company, keyScope } = yield* asker
      return yield* cancelSubscription({
        company: company.id,
        token: yield* subscriptionIn(params),
        keyed: keyed(keyScope),
        encode: () => answerText(200, done("The subscription was canceled.")),
      })
    }),
    { isKeyed },
  ).pipe(orNoSuchSubscription)
