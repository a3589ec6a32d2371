/**
 * Cancels the open renewal of a subscription that has ended, as soon as its order allows it.
 */
import { decide } from "@vintem/domain/machine"
import { type Order, orderMachine } from "@vintem/domain/order"
import type {
  JobQueue,
  OrderConflict,
  OrderRepository,
  StorageUnavailable,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  WebhookPayload,
} from "@vintem/domain/ports"
import { type Subscription, subscriptionObligationsOf } from "@vintem/domain/subscription"
import { Effect, Result } from "effect"
import type { ChargePolicy } from "../charging/charge-policy.ts"
import { saveOrder } from "./save-order.ts"
import { stepsOf } from "./steps.ts"

/**
 * Part of a unit. An order with an unknown outcome is not canceled yet: this runs again once the outcome is recorded.
 *
 * @param order - any order of the subscription, as it is stored
 */
export const cancelRenewal = Effect.fnUntraced(function* (
  subscription: Subscription,
  order: Order,
): Effect.fn.Return<
  void,
  OrderConflict | StorageUnavailable,
  ChargePolicy | JobQueue | OrderRepository | WebhookDeliveryRepository | WebhookEndpointRepository | WebhookPayload
> {
  const isOwed = subscriptionObligationsOf(subscription).some((owed) => owed.order === order.details.number)
  if (!isOwed) return
  const at = subscription.updatedAt > order.updatedAt ? subscription.updatedAt : order.updatedAt
  const events = Result.getOrElse(decide(orderMachine, order, { _tag: "Cancel", at }), () => [])
  if (events.length > 0) yield* saveOrder(stepsOf(order, events))
})
