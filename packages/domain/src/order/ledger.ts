/**
 * Where an order's money is: the sums every refund and every check of the books goes by.
 */
import type { FactSet } from "./fact-set.ts"
import { type CaseFact, caseState, isRefundUnderWay } from "./facts.ts"
import { capturedOf, type OrderFacts, settledOf } from "./status-rules.ts"

/**
 * All in centavos, zero or more, and always `refunded + reserved + chargedBack ≤ captured`.
 *
 * What an acquirer reports cannot be refused, and it can report more going back than ever came in (a refund and a chargeback of
 * one payment crossing). What does not fit is not hidden in the sums but stands in `excess`, for a person to look at.
 */
export interface Ledger {
  readonly captured: number
  readonly refunded: number
  /** Promised to refunds that have neither settled nor failed. */
  readonly reserved: number
  readonly chargedBack: number
  /** What a new refund may still ask for. */
  readonly refundable: number
  readonly excess: number
}

/** Adds up an order's money, in centavos. */
export const ledgerOf = (order: OrderFacts): Ledger => {
  const captured = capturedOf(order)
  const settled = settledOf(order)
  const taken = order.cases.reduce((sum, one) => (holdsMoney(one.facts) ? sum + one.amount : sum), 0)
  const promised = order.refunds.reduce((sum, one) => (isRefundUnderWay(one.facts) ? sum + one.amount : sum), 0)
  const refunded = Math.min(settled, captured)
  const chargedBack = Math.min(taken, captured - refunded)
  const reserved = Math.min(promised, captured - refunded - chargedBack)
  return {
    captured,
    refunded,
    reserved,
    chargedBack,
    refundable: captured - refunded - chargedBack - reserved,
    // Before a payment is recorded, reports of its return are parked, not in excess.
    excess: captured === 0 ? 0 : settled + taken + promised - refunded - chargedBack - reserved,
  }
}

/** A case that took money and is contested still holds it: it comes back when the case is won. */
const holdsMoney = (facts: FactSet<CaseFact>): boolean => {
  const state = caseState(facts)
  return state === "taken" || state === "lost" || (state === "contested" && facts.includes("taken"))
}
