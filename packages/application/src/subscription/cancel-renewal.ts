/**
 * Cancels the open renewal of a subscription that has ended, as soon as its order allows it.
 */
import {
  decide,
  evolve,
  type Order,
  OrderRepository,
  orderMachine,
  type Subscription,
  subscriptionObligationsOf,
} from "@vintem/domain"
import { Effect, Result } from "effect"
import { keepWebhooks } from "../webhook/keep-webhooks.ts"
import { keepWork } from "../work/work-of-order.ts"

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
  if (events.length === 0) return
  const orders = yield* OrderRepository
  const canceled = events.reduce(evolve, order)
  yield* orders.save(canceled, events)
  yield* keepWebhooks(order, events)
  yield* keepWork(canceled, events)
})
