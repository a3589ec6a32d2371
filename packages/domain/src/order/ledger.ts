/** The sums of an order's money, for every refund and every check of the books. */
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
 * An acquirer's report cannot be refused, and it may return more than ever came in (if a refund and a chargeback of one
 * payment cross). The part that does not fit is not hidden in the sums but counted in `excess`, for a person to look
 * at.
 */
export interface Ledger {
  readonly captured: Centavos
  readonly refunded: Centavos
  /** Reserved for refunds that have neither settled nor failed. */
  readonly reserved: Centavos
  readonly chargedBack: Centavos
  /** The most that a new refund may ask for. */
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
    // Before a payment is recorded, reports of its return are parked and do not count as excess.
    excess: captured === 0 ? zero : subtract(total([settled, taken, promised]), leaving),
  }
}

/** Centavos of one attempt that no refund has returned or requested. */
export const unreservedOf = ({ refunds }: Pick<Order, "refunds">, attempt: Attempt): Centavos => {
  const captured = capturedBy(attempt)
  const back = totalOf(refunds, (refund) =>
    refund.attempt === attempt.id && refundState(refund.facts) !== "failed" ? refund.amount : null,
  )
  return subtract(captured, smaller(back, captured))
}

/**
 * True if a dispute holds money. If it took money and is contested, it still holds it: the money comes back if the
 * company wins.
 */
const holdsMoney = (facts: FactSet<CaseFact>): boolean => {
  const state = caseState(facts)
  return state === "taken" || state === "lost" || (state === "contested" && facts.includes("taken"))
}
