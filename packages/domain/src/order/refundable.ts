/**
 * What a new refund of an order could still ask for.
 */
import { refundState } from "./facts.ts"
import { ledgerOf } from "./ledger.ts"
import type { Attempt, Order } from "./order.ts"

/** Centavos a new refund of one attempt could ask for. Zero where it brought no money, or there is no such attempt. */
export const refundableOf = (order: Order, attempt: Attempt | undefined): number =>
  attempt === undefined ? 0 : Math.max(0, Math.min(ledgerOf(order).refundable, unreservedOf(order, attempt)))

/** Centavos the largest refund could ask for, of whichever attempt. */
export const largestRefundOf = (order: Order): number =>
  Math.max(0, ...order.attempts.map((attempt) => refundableOf(order, attempt)))

/** Centavos of one attempt that no refund has given back or asked for. */
const unreservedOf = (order: Order, attempt: Attempt): number =>
  order.refunds.reduce<number>(
    (rest, refund) =>
      refund.attempt === attempt.id && refundState(refund.facts) !== "failed" ? rest - refund.amount : rest,
    attempt.captured,
  )
