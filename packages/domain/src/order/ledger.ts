/**
 * Where an order's money is: the sums every refund and every check of the books goes by.
 */
import { type Centavos, subtract, zero } from "../money/centavos.ts"
import { smaller, total, totalOf } from "../money/total.ts"
import { type Attempt, capturedBy } from "./attempt.ts"
import type { FactSet } from "./fact-set.ts"
import { type CaseFact, caseState, isRefundUnderWay, refundState } from "./facts.ts"
import type { Order } from "./order.ts"
import { capturedOf, type OrderFacts, settledOf } from "./status-rules.ts"

/**
 * All in centavos, zero or more, and always `refunded + reserved + chargedBack ≤ captured`.
 *
 * What an acquirer reports cannot be refused, and it can report more going back than ever came in (a refund and a chargeback of one payment
 * crossing). What does not fit is not hidden in the sums but is in `excess`, for a person to look at.
 */
export interface Ledger {
  readonly captured: Centavos
  readonly refunded: Centavos
  /** Promised to refunds that have neither settled nor failed. */
  readonly reserved: Centavos
  readonly chargedBack: Centavos
  /** What a new refund may still ask for. */
  readonly refundable: Centavos
  readonly excess: Centavos
}

/** Adds up an order's money, in centavos. */
export const ledgerOf = (order: OrderFacts): Ledger => {
  const captured = capturedOf(order)
  const settled = settledOf(order)
  const taken = totalOf(order.cases, ({ facts, amount }) => (holdsMoney(facts) ? amount : null))
  const promised = totalOf(order.refunds, ({ facts, amount }) => (isRefundUnderWay(facts) ? amount : null))
  const refunded = smaller(settled, captured)
  const chargedBack = smaller(taken, subtract(captured, refunded))
  const kept = subtract(subtract(captured, refunded), chargedBack)
  const reserved = smaller(promised, kept)
  const leaving = total([refunded, chargedBack, reserved])
  return {
    captured,
    refunded,
    reserved,
    chargedBack,
    refundable: subtract(kept, reserved),
    // Before a payment is recorded, reports of its return are parked, not in excess.
    excess: captured === 0 ? zero : subtract(total([settled, taken, promised]), leaving),
  }
}

/** Centavos of one attempt that no refund has given back or asked for. */
export const unreservedOf = ({ refunds }: Pick<Order, "refunds">, attempt: Attempt): Centavos => {
  const captured = capturedBy(attempt)
  const back = totalOf(refunds, (refund) =>
    refund.attempt === attempt.id && refundState(refund.facts) !== "failed" ? refund.amount : null,
  )
  return subtract(captured, smaller(back, captured))
}

/** A case that took money and is contested still holds it: it comes back when the case is won. */
const holdsMoney = (facts: FactSet<CaseFact>): boolean => {
  const state = caseState(facts)
  return state === "taken" || state === "lost" || (state === "contested" && facts.includes("taken"))
}
