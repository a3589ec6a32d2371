/**
 * The state of an order's money, for the order's link.
 */
import { ledgerOf } from "../order/ledger.ts"
import type { Order } from "../order/order.ts"
import { paidAttempts } from "../order/paid-attempts.ts"
import { hasAttempt } from "../order/status-rules.ts"
import type { PaymentState } from "./payment-link.ts"

/** The first matching state decides. A canceled order's charge is still in flight: money may come. */
export const paymentStateOf = (order: Order): PaymentState => {
  const paid = paidAttempts(order.attempts).at(0)
  if (paid !== undefined) return { _tag: "confirmed", at: paid.payment.confirmedAt }
  if (hasAttempt(order, "sent", "unknown", "approved", "review")) return { _tag: "in_flight" }
  return hasAttempt(order, "open") ? { _tag: "open" } : { _tag: "ended" }
}

/**
 * `goes_back`: the money was refunded, is being refunded, or the order knows that it owes the refund. `kept`: it would
 * never be refunded.
 */
export type DuplicateState = "goes_back" | "kept"

/** The state of the money of an order that paid a single-payment link again. */
export const duplicateStateOf = (order: Order): DuplicateState => {
  const { captured, refundable } = ledgerOf(order)
  return order.duplicateAt !== undefined || (captured > 0 && refundable === 0) ? "goes_back" : "kept"
}
