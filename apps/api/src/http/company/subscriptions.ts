/** Operations on subscriptions, shared by the public API and the back office. */
import { cancelSubscription } from "@vintem/application"
import {
  done,
  NotFound,
  pageOf,
  type SubscriberListQuery,
  subscriberView,
  subscriberWithPaymentView,
  subscriptionFilter,
  subscriptionTokenFromPath,
} from "@vintem/contract"
import type { SubscriptionToken } from "@vintem/domain/identifiers"
import { perPage, SubscriptionRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { answerText } from "../edge/body/answers.ts"
import { operationWithoutBody } from "../edge/received-request.ts"
import { listPage } from "../edge/request/list-page.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import type { FindCaller } from "./company-caller.ts"
import { orNotFound } from "./not-found.ts"

interface OfSubscription {
  readonly token: string
}

export const listSubscribers = <E, R>(caller: FindCaller<E, R>, query: SubscriberListQuery) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { list } = yield* SubscriptionRepository
    const { base } = yield* PublicUrl
    const page = pageOf(query)
    const found = yield* list(company.id, subscriptionFilter(query), { page, size: perPage })
    return yield* listPage(page, found, (subscription) => subscriberView(subscription, base))
  }).pipe(orServerError)

export const getSubscriber = <E, R>(caller: FindCaller<E, R>, params: OfSubscription) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { find } = yield* SubscriptionRepository
    const { base } = yield* PublicUrl
    const found = yield* find(company.id, yield* subscriptionIn(params))
    if (Option.isNone(found)) return yield* new NotFound()
    return subscriberWithPaymentView(found.value, base)
  }).pipe(orServerError)

/** The subscription in a path. Fails with `NotFound` if the text cannot be a token. */
export const subscriptionIn = (params: OfSubscription): Effect.Effect<SubscriptionToken, NotFound> =>
  Effect.mapError(Effect.fromOption(subscriptionTokenFromPath(params.token)), () => new NotFound())

export const cancelSubscriber = <E, R>(
  caller: FindCaller<E, R>,
  params: OfSubscription,
  { isKeyed }: { readonly isKeyed: boolean },
) =>
  operationWithoutBody(
    Effect.fnUntraced(function* ({ keyed }) {
      const { company, keyScope } = yield* caller
      return yield* cancelSubscription({
        company: company.id,
        token: yield* subscriptionIn(params),
        keyed: keyed(keyScope),
        encode: () => answerText(200, done("The subscription was canceled.")),
      })
    }),
    { isKeyed },
  ).pipe(orNotFound)
