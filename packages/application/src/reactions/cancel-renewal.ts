/**
 * Cancels the open renewal of a subscription that has ended, as soon as its order allows it.
 */
import { decide } from "@vintem/domain/machine"
import { type Order, orderMachine } from "@vintem/domain/order"
import { type Subscription, subscriptionObligationsOf } from "@vintem/domain/subscription"
import { Effect, Result } from "effect"
import { saveOrder } from "./save-order.ts"
import { stepsOf } from "./steps.ts"

/**
 * Part of a unit. An order whose outcome is not known is not canceled yet: it is told of it, and comes here again.
 *
 * @param order - any order of the subscription, as it is stored
 */
export const cancelRenewal = Effect.fnUntraced(function* (subscription: Subscription, order: Order) {
  const isOwed = subscriptionObligationsOf(subscription).some((owed) => owed.order === order.details.number)
  if (!isOwed) return
  const at = subscription.updatedAt > order.updatedAt ? subscription.updatedAt : order.updatedAt
  const events = Result.getOrElse(decide(orderMachine, order, { _tag: "Cancel", at }), () => [])
  if (events.length > 0) yield* saveOrder(stepsOf(order, events))
})
