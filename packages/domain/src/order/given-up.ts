/**
 * Orders that are given up, and money that arrives for them anyway.
 *
 * An order that may be paid holds the use of its coupon. The use is returned when the order is given up; a late payment
 * takes it again.
 */
import type { OrderEvent } from "./commands-and-events.ts"
import { evolve, placed } from "./machine.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { isConfirmed, type OrderFacts, statusOf } from "./status-rules.ts"

const givenUp: ReadonlySet<OrderStatus> = new Set(["unpaid", "canceled"])

/**
 * True if every attempt has ended unpaid, or the order was canceled. Only a new attempt or a late payment changes that.
 */
export const isGivenUp = (order: OrderFacts): boolean => givenUp.has(statusOf(order))

/**
 * True if the first money of an order came after it had been given up.
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
