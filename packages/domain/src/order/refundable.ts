/** The most that a new refund of an order could ask for. */
import { type Centavos, zero } from "../money/centavos.ts"
import { largest, smaller } from "../money/total.ts"
import type { Attempt } from "./attempt.ts"
import { ledgerOf, unreservedOf } from "./ledger.ts"
import type { Order } from "./order.ts"

/**
 * Centavos that a new refund of one attempt could ask for. Zero if it brought no money, or if there is no such attempt.
 */
export const refundableOf = (order: Order, attempt: Attempt | undefined): Centavos =>
  attempt === undefined ? zero : smaller(ledgerOf(order).refundable, unreservedOf(order, attempt))

/** Centavos that the largest refund could ask for, of any attempt. */
export const largestRefundOf = (order: Order): Centavos =>
  largest(order.attempts.map((attempt) => refundableOf(order, attempt)))
