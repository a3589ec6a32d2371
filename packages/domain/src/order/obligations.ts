/**
 * What an order's facts oblige us to do at the acquirer: derived, so that no code path can forget it.
 */

import type { AttemptId } from "../identifiers/order.ts"
import type { Centavos } from "../money/centavos.ts"
import { attemptState, isPayableOrHeld } from "./facts.ts"
import { unreservedOf } from "./ledger.ts"
import type { Order } from "./order.ts"
import { paidAttempts } from "./paid-attempts.ts"
import { isConfirmed } from "./status-rules.ts"

/** `amount` is centavos. */
export type Obligation =
  /**
   * The order is canceled: what could still be paid or approved must be withdrawn. Or the charge surely never left: its key must be voided, so
   * that nothing can ever arrive under it.
   */
  | { readonly _tag: "VoidAttempt"; readonly attempt: AttemptId }
  /** The payer paid again what was paid already: this order, or by another order a payment link that takes one payment. */
  | { readonly _tag: "RefundDuplicate"; readonly attempt: AttemptId; readonly amount: Centavos }

/** Everything an order obliges us to, as its facts stand. */
export const obligationsOf = (order: Order): ReadonlyArray<Obligation> => [...voids(order), ...duplicates(order)]

const voids = (order: Order): ReadonlyArray<Obligation> => {
  const isUnwanted = order.canceledAt !== null && !isConfirmed(order)
  return order.attempts.flatMap(({ id, facts, unreached }): ReadonlyArray<Obligation> => {
    const state = attemptState(facts)
    const isWithdrawn = isUnwanted && (isPayableOrHeld(facts) || state === "approved")
    const isKeyOpen = unreached === "open" && state === "refused"
    return isWithdrawn || isKeyOpen ? [{ _tag: "VoidAttempt", attempt: id }] : []
  })
}

const duplicates = (order: Order): ReadonlyArray<Obligation> =>
  paidAttempts(order.attempts)
    // The payment recorded first is kept. Of a duplicate of another order none is.
    .slice(order.duplicateAt === undefined ? 1 : 0)
    .flatMap((attempt): ReadonlyArray<Obligation> => {
      const amount = unreservedOf(order, attempt)
      return amount > 0 ? [{ _tag: "RefundDuplicate", attempt: attempt.id, amount }] : []
    })
