/**
 * The state of the money of an order, for the link by which the order came.
 */
import { ledgerOf } from "../order/ledger.ts"
import type { Order } from "../order/order.ts"
import { paidAttempts } from "../order/paid-attempts.ts"
import { hasAttempt } from "../order/status-rules.ts"
import type { PaymentState } from "./payment-link.ts"

/** The weightiest that holds. A canceled order's charge is in flight all the same: money may still come of it. */
export const paymentStateOf = (order: Order): PaymentState => {
  const paid = paidAttempts(order.attempts).at(0)
  if (paid !== undefined) return { _tag: "confirmed", at: paid.payment.confirmedAt }
  if (hasAttempt(order, "sent", "unknown", "approved", "review")) return { _tag: "in_flight" }
  return hasAttempt(order, "open") ? { _tag: "open" } : { _tag: "ended" }
}

/** `goes_back`: the money was given back, is on its way, or the order knows that it owes it. `kept`: nobody would ever give it back. */
export type DuplicateState = "goes_back" | "kept"

/** What becomes of the money of an order that paid a link again, where the link takes one payment. */
export const duplicateStateOf = (order: Order): DuplicateState => {
  const { captured, refundable } = ledgerOf(order)
  return order.duplicateAt !== undefined || (captured > 0 && refundable === 0) ? "goes_back" : "kept"
}
