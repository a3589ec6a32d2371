/**
 * Cancels the open renewal of a subscription that has ended, as soon as its order allows it.
 */
import { decide } from "@vintem/domain/machine"
import { type Order, orderMachine } from "@vintem/domain/order"
import type {
  StorageUnavailable,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  WebhookPayload,
} from "@vintem/domain/ports"
import { type Subscription, subscriptionObligationsOf } from "@vintem/domain/subscription"
import { Effect, Result } from "effect"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { type OrderWrite, orderWrites } from "./order-writes.ts"
import { type Steps, stepsOf } from "./steps.ts"
import { notifiedChange } from "./webhooks.ts"

/**
 * The cancelation that an ended subscription owes to an order; null if it owes none. An order with an unknown outcome
 * is not canceled yet: this is checked again when the outcome is recorded.
 *
 * @param order - any order of the subscription, as it is stored
 */
export const cancelationOf = (subscription: Subscription, order: Order): Steps | null => {
  const isOwed = subscriptionObligationsOf(subscription).some((owed) => owed.order === order.details.number)
  if (!isOwed) return null
  const at = subscription.updatedAt > order.updatedAt ? subscription.updatedAt : order.updatedAt
  const events = Result.getOrElse(decide(orderMachine, order, { _tag: "Cancel", at }), () => [])
  return events.length === 0 ? null : stepsOf(order, events)
}

/**
 * Reads what cancels the renewal. Nothing is written. If nothing does, no other writer may save its order before the
 * decision is written.
 */
export const renewalCancelation = Effect.fnUntraced(function* (
  subscription: Subscription,
  order: Order,
): Effect.fn.Return<
  ReadonlyArray<OrderWrite>,
  StorageUnavailable,
  ChargePolicy | WebhookDeliveryRepository | WebhookEndpointRepository | WebhookPayload
> {
  const steps = cancelationOf(subscription, order)
  if (steps === null) return [{ _tag: "SaveOrder", before: order, order, events: [] }]
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  return orderWrites(yield* notifiedChange(steps), acquirerTimeoutMillis)
})
