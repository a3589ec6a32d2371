/**
 * Saves an order with what follows from a change: notifications, and jobs.
 */
import { evolve, type Order, type OrderChange } from "@vintem/domain/order"
import { OrderRepository } from "@vintem/domain/ports"
import { Effect } from "effect"
import { queueJobs } from "./jobs.ts"
import { queueWebhooks } from "./webhooks.ts"

/** Part of a unit. @returns the order as it is saved */
export const saveOrder = Effect.fnUntraced(function* (before: Order, events: ReadonlyArray<OrderChange>) {
  const orders = yield* OrderRepository
  const order = events.reduce(evolve, before)
  yield* orders.save(order, events)
  yield* queueWebhooks(before, events)
  yield* queueJobs(order, events)
  return order
})
