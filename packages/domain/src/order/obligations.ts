/**
 * What an order's facts oblige us to do at the acquirer: derived, so that no code path can forget it.
 */
import { attemptState, refundState } from "./facts.ts"
import type { Order } from "./order.ts"
import { isConfirmed } from "./status-rules.ts"

/** `amount` is centavos. */
export type Obligation =
  /** The order is canceled: what could still be paid or approved must be withdrawn. */
  | { readonly _tag: "VoidAttempt"; readonly attempt: number }
  /** The payer paid again what was paid already: this order, or by another order a payment link that takes one payment. */
  | { readonly _tag: "RefundDuplicate"; readonly attempt: number; readonly amount: number }

/** Everything an order obliges us to, as its facts stand. */
export const obligationsOf = (order: Order): ReadonlyArray<Obligation> => [...voids(order), ...duplicates(order)]

const voids = (order: Order): ReadonlyArray<Obligation> =>
  order.canceledAt === null || isConfirmed(order)
    ? []
    : order.attempts.flatMap(({ id, facts }): ReadonlyArray<Obligation> => {
        const state = attemptState(facts)
        const isLive = state === "open" || state === "review" || state === "approved"
        return isLive ? [{ _tag: "VoidAttempt", attempt: id }] : []
      })

const duplicates = (order: Order): ReadonlyArray<Obligation> =>
  order.attempts
    .filter(({ facts }) => facts.includes("confirmed"))
    // The payment recorded first is kept, whichever was attempted first. Of a duplicate of another order none is.
    .toSorted((one, other) => (one.confirmedAt ?? 0) - (other.confirmedAt ?? 0))
    .slice(order.duplicateAt === undefined ? 1 : 0)
    .flatMap(({ id, captured }): ReadonlyArray<Obligation> => {
      const back = order.refunds.reduce<number>(
        (sum, refund) => (refund.attempt === id && refundState(refund.facts) !== "failed" ? sum + refund.amount : sum),
        0,
      )
      return back < captured ? [{ _tag: "RefundDuplicate", attempt: id, amount: captured - back }] : []
    })
