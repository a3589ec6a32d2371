/**
 * Orders that are no longer expected to be paid, and money that arrives for them anyway.
 *
 * What an order holds while it may be paid (the use of a coupon) is given back when it is given up. A late payment takes it again.
 */
import type { OrderEvent } from "./commands-and-events.ts"
import { evolve, placed } from "./machine.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { isConfirmed, type OrderFacts, statusOf } from "./status-rules.ts"

const givenUp: ReadonlySet<OrderStatus> = new Set(["unpaid", "canceled"])

/** Whether every attempt has ended unpaid, or the order was canceled. Only a new attempt or late money changes that. */
export const isGivenUp = (order: OrderFacts): boolean => givenUp.has(statusOf(order))

/**
 * Whether the first money of an order came after it had been given up.
 *
 * @param log - the events of one order, in sequence
 * @see docs/decisions/orders.md#0040
 */
export const wasPaidLate = (log: Iterable<OrderEvent>): boolean => {
  let order: Order | null = null
  for (const event of log) {
    if (event._tag === "OrderPlaced") {
      order = placed(event)
    } else if (order !== null) {
      const before: Order = order
      order = evolve(before, event)
      if (isConfirmed(order)) return isGivenUp(before)
    }
  }
  return false
}
