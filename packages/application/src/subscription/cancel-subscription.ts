/**
 * Ends a subscription at its company's wish: nothing is charged any more, and an open renewal is withdrawn.
 */
import {
  type CompanyId,
  decide,
  instant,
  OrderRepository,
  type StoredAnswer,
  type Subscription,
  SubscriptionRepository,
  type SubscriptionToken,
  subscriptionMachine,
} from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import type { KeyedRequest } from "../idempotency/keyed-request.ts"
import { once } from "../idempotency/once.ts"
import { againOnConflict } from "../order/again-on-conflict.ts"
import { cancelRenewal } from "./cancel-renewal.ts"
import { NoSuchSubscription } from "./no-such-subscription.ts"
import { saveSubscription } from "./save-subscription.ts"

/** Which subscription is to end, and how that is told. */
export interface CancelSubscription {
  readonly company: CompanyId
  readonly token: SubscriptionToken
  readonly keyed: KeyedRequest | null
  /** Puts the outcome on the wire, to be kept under the key and given again byte for byte. */
  readonly encode: (subscription: Subscription) => StoredAnswer
}

/**
 * Ends it, once and for all: asked again the answer is the same. Fails with `NoSuchSubscription`.
 *
 * A charge that is on its way is not called back: where it brings money after all, that is kept, and shown in the subscription.
 */
export const cancelSubscription = Effect.fn("cancelSubscription")(function* (request: CancelSubscription) {
  const { company, token, keyed, encode } = request
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const subscriptions = yield* SubscriptionRepository
    const orders = yield* OrderRepository
    const found = yield* subscriptions.find(company, token)
    if (Option.isNone(found)) return yield* new NoSuchSubscription()
    const events = Result.getOrElse(decide(subscriptionMachine, found.value, { _tag: "Cancel", at }), () => [])
    const canceled = yield* saveSubscription(found.value, events)
    if (canceled.renewal !== null) {
      const renewal = yield* orders.find(company, canceled.renewal.order)
      if (Option.isSome(renewal)) yield* cancelRenewal(canceled, renewal.value.order)
    }
    return encode(canceled)
  })
  return yield* againOnConflict(once(keyed, unit))
})
