/**
 * What happened to an order, with the order after each event: worked out once for all that follows from it.
 */
import { evolve, type Order, type OrderChange } from "@vintem/domain/order"

export interface Steps {
  readonly before: Order
  readonly events: ReadonlyArray<OrderChange>
  /** The order after each of the events. */
  readonly orders: ReadonlyArray<Order>
  /** The order after all of them: `before` if there are none. */
  readonly after: Order
}

/** Applies events to an order. */
export const stepsOf = (before: Order, events: ReadonlyArray<OrderChange>): Steps => {
  const orders: Array<Order> = []
  let after = before
  for (const event of events) {
    after = evolve(after, event)
    orders.push(after)
  }
  return { before, events, orders, after }
}
