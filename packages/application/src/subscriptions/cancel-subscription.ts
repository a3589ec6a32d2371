/** Cancels a subscription for its company: nothing is charged any more, and an open renewal is withdrawn. */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId, SubscriptionToken } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import {
  type OrderConflict,
  OrderRepository,
  type StorageUnavailable,
  type Stores,
  type SubscriptionConflict,
  type WebhookPayload,
} from "@vintem/domain/ports"
import { type Subscription, subscriptionMachine, subscriptionStatusOf } from "@vintem/domain/subscription"
import { Clock, Effect, Option, Result } from "effect"
import type { ChargePolicy } from "../charging/charge-policy.ts"
import type { Answered, Answering } from "../idempotency/answered.ts"
import type { KeyRefused } from "../idempotency/keyed-request.ts"
import { once } from "../idempotency/once.ts"
import { renewalCancelation } from "../reactions/cancel-renewal.ts"
import { saveSubscription } from "../reactions/save-subscription.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { commitWrites } from "../units/commit-writes.ts"
import { findSubscription, type NoSuchSubscription } from "./find-subscription.ts"

/** Which subscription is to end, and how that is recorded. */
export interface CancelSubscription extends Answering<Subscription> {
  readonly company: CompanyId
  readonly token: SubscriptionToken
}

/**
 * Cancels it for good; a repetition has the same answer. Fails with `NoSuchSubscription`.
 *
 * A charge in flight is not stopped: if it brings money after all, that is kept, and shown in the subscription.
 */
export const cancelSubscription = Effect.fn("cancelSubscription")(function* (
  request: CancelSubscription,
): Effect.fn.Return<
  Answered<Subscription>,
  KeyRefused | NoSuchSubscription | OrderConflict | StorageUnavailable | SubscriptionConflict,
  ChargePolicy | Stores | WebhookPayload
> {
  const { company, token } = request
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const orders = yield* OrderRepository
    const subscription = yield* findSubscription(company, token)
    const events = Result.getOrElse(decide(subscriptionMachine, subscription, { _tag: "Cancel", at }), () => [])
    const canceled = yield* saveSubscription(subscription, events)
    if (canceled.renewal !== null) {
      const renewal = yield* orders.find(company, canceled.renewal.order)
      if (Option.isSome(renewal)) yield* commitWrites(yield* renewalCancelation(canceled, renewal.value.order))
    }
    if (events.length > 0) {
      yield* recordInCompany(company, {
        action: "subscription.cancel",
        subject: token,
        before: { status: subscriptionStatusOf(subscription) },
        after: { status: subscriptionStatusOf(canceled) },
      })
    }
    return canceled
  })
  return yield* againOnConflict(once(request, unit))
})
