/** Cancels a subscription for its company: nothing is charged any more, and an open renewal is withdrawn. */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId, SubscriptionToken } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import {
  type AuditLog,
  type IdempotencyStore,
  type JobQueue,
  type OrderConflict,
  OrderRepository,
  type StorageUnavailable,
  type StoredAnswer,
  type SubscriptionConflict,
  type SubscriptionRepository,
  type UnitOfWork,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookPayload,
} from "@vintem/domain/ports"
import { type Subscription, subscriptionMachine, subscriptionStatusOf } from "@vintem/domain/subscription"
import { Clock, Effect, Option, Result } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import type { ChargePolicy } from "../charging/charge-policy.ts"
import type { KeyedRequest, KeyRefused } from "../idempotency/keyed-request.ts"
import { type Answered, once } from "../idempotency/once.ts"
import { renewalCancelation } from "../reactions/cancel-renewal.ts"
import { saveSubscription } from "../reactions/save-subscription.ts"
import { writeAll } from "../reactions/write.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { findSubscription, type NoSuchSubscription } from "./find-subscription.ts"

/** The subscription to cancel, and the encoding of the outcome. */
export interface CancelSubscription {
  readonly company: CompanyId
  readonly token: SubscriptionToken
  readonly keyed: KeyedRequest | null
  /** Encodes the outcome for the wire. The answer is stored under the key and repeated byte for byte. */
  readonly encode: (subscription: Subscription) => StoredAnswer
}

/**
 * Cancels it for good; a repetition has the same answer. Fails with `NoSuchSubscription`.
 *
 * A charge in flight is not stopped: if it brings money after all, that is kept, and shown in the subscription.
 */
export const cancelSubscription = Effect.fn("cancelSubscription")(function* (
  request: CancelSubscription,
): Effect.fn.Return<
  Answered,
  KeyRefused | NoSuchSubscription | OrderConflict | StorageUnavailable | SubscriptionConflict,
  | AuditLog
  | ChargePolicy
  | IdempotencyStore
  | JobQueue
  | OrderRepository
  | SubscriptionRepository
  | UnitOfWork
  | WebhookDeliveryRepository
  | WebhookEndpointRepository
  | WebhookPayload
> {
  const { company, token, keyed, encode } = request
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const orders = yield* OrderRepository
    const subscription = yield* findSubscription(company, token)
    const events = Result.getOrElse(decide(subscriptionMachine, subscription, { _tag: "Cancel", at }), () => [])
    const canceled = yield* saveSubscription(subscription, events)
    if (canceled.renewal !== null) {
      const renewal = yield* orders.find(company, canceled.renewal.order)
      if (Option.isSome(renewal)) yield* writeAll(yield* renewalCancelation(canceled, renewal.value.order))
    }
    if (events.length > 0) {
      yield* recordInCompany(company, {
        action: "subscription.cancel",
        subject: token,
        before: { status: subscriptionStatusOf(subscription) },
        after: { status: subscriptionStatusOf(canceled) },
      })
    }
    return encode(canceled)
  })
  return yield* againOnConflict(once(keyed, unit))
})
