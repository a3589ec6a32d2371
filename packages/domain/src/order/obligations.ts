/** Actions at the acquirer that an order's facts require. They are derived, so no code path can forget one. */

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
   * The order is canceled: a charge that could still be paid or approved must be withdrawn. Or the charge surely never
   * left this service: its key must be voided, so that nothing can ever arrive under it.
   */
  | { readonly _tag: "VoidAttempt"; readonly attempt: AttemptId }
  /** The payer paid twice: this order, or a single-payment link that another order had paid. */
  | { readonly _tag: "RefundDuplicate"; readonly attempt: AttemptId; readonly amount: Centavos }

/** All obligations of an order, from its current facts. */
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
    // The payment that was recorded first is kept. If the whole order is a duplicate, none is kept.
    .slice(order.duplicateAt === undefined ? 1 : 0)
    .flatMap((attempt): ReadonlyArray<Obligation> => {
      const amount = unreservedOf(order, attempt)
      return amount > 0 ? [{ _tag: "RefundDuplicate", attempt: attempt.id, amount }] : []
    })
