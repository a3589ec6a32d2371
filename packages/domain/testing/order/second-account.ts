/**
 * A second account of an order's facts, kept apart from the first on purpose: numbers for ranks, no lists of rules. What both
 * agree on is unlikely to be a slip.
 */
import type { AttemptFact, CaseFact } from "../../src/order/facts.ts"
import type { OrderStatus } from "../../src/order/order-status.ts"
import type { OrderFacts } from "../../src/order/status-rules.ts"

/** What an attempt comes to without a payment, by the highest rank of its facts. */
const attemptStages = ["pending", "waiting_payment", "risk_analysis", "pending", "unpaid", "unpaid", "paid"] as const

const attemptRank: Readonly<Record<AttemptFact, number>> = {
  sent: 0,
  unknown: 0,
  open: 1,
  review: 2,
  approved: 3,
  rejected: 4,
  refused: 5,
  expired: 5,
  voided: 5,
  confirmed: 6,
}

const caseRank: Readonly<Record<CaseFact, number>> = { opened: 1, taken: 2, contested: 3, won: 4, lost: 5 }

/** What an order should show. */
export const statusByTheBook = (order: OrderFacts): OrderStatus => {
  const stages = new Set(
    order.attempts.map(({ facts }) => {
      const counted = facts.filter((fact) => (fact !== "approved" && fact !== "rejected") || facts.includes("review"))
      return attemptStages[Math.max(...counted.map((fact) => attemptRank[fact]))]
    }),
  )
  if (!stages.has("paid")) {
    if (order.canceledAt !== null) return "canceled"
    if (stages.has("risk_analysis")) return "risk_analysis"
    if (stages.has("pending")) return "pending"
    if (stages.has("waiting_payment")) return "waiting_payment"
    return stages.has("unpaid") ? "unpaid" : "created"
  }

  const disputes = new Set(order.cases.map(({ facts }) => Math.max(...facts.map((fact) => caseRank[fact]))))
  if (disputes.has(caseRank.taken) || disputes.has(caseRank.lost)) return "chargeback"
  if (disputes.has(caseRank.opened) || disputes.has(caseRank.contested)) return "dispute"

  let balance = 0
  for (const { captured } of order.attempts) balance += captured
  for (const { facts, amount } of order.refunds) if (facts.includes("settled")) balance -= amount
  if (balance <= 0) return "refund"
  return order.completedAt === null ? "paid" : "complete"
}
