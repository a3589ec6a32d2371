/**
 * Which status an order shows for a set of facts: the first rule that holds. The machine of the order is this list.
 */
import type { Centavos } from "../money/centavos.ts"
import { total } from "../money/total.ts"
import type { FactSet } from "./fact-set.ts"
import {
  type AttemptFact,
  attemptStanding,
  type CaseFact,
  caseStanding,
  type RefundFact,
  refundStanding,
} from "./facts.ts"
import type { OrderStatus } from "./order-status.ts"

/** The part of an order its status depends on. Amounts are centavos. */
export interface OrderFacts {
  readonly attempts: ReadonlyArray<{
    readonly facts: FactSet<AttemptFact>
    /** Null until the attempt is confirmed. */
    readonly payment: { readonly captured: Centavos } | null
  }>
  readonly refunds: ReadonlyArray<{ readonly facts: FactSet<RefundFact>; readonly amount: Centavos }>
  readonly cases: ReadonlyArray<{ readonly facts: FactSet<CaseFact>; readonly amount: Centavos }>
  readonly canceledAt: number | null
  readonly completedAt: number | null
}

/** Whether some attempt brought its money. */
export const isConfirmed = (order: OrderFacts): boolean => order.attempts.some((a) => a.facts.includes("confirmed"))

/** Whether some attempt's facts amount to one of `standings`. */
export const hasAttempt = (order: OrderFacts, ...standings: ReadonlyArray<AttemptFact>): boolean => {
  for (const { facts } of order.attempts) {
    const standing = attemptStanding(facts)
    if (standing !== null && standings.includes(standing)) return true
  }
  return false
}

/** Whether some case's facts amount to one of `standings`. */
export const hasCase = (order: OrderFacts, ...standings: ReadonlyArray<CaseFact>): boolean => {
  for (const { facts } of order.cases) {
    const standing = caseStanding(facts)
    if (standing !== null && standings.includes(standing)) return true
  }
  return false
}

/** Centavos received over all confirmed attempts. */
export const capturedOf = (order: OrderFacts): Centavos =>
  total(order.attempts.flatMap(({ payment }) => payment?.captured ?? []))

/** Centavos whose return has settled, as reported: before anything is captured this is only parked. */
export const settledOf = (order: OrderFacts): Centavos =>
  total(order.refunds.flatMap(({ facts, amount }) => (refundStanding(facts) === "settled" ? amount : [])))

/** Whether everything received has been given back. Where nothing was received there is nothing to give back. */
export const isRefundedInFull = (order: OrderFacts): boolean => {
  const captured = capturedOf(order)
  return captured > 0 && settledOf(order) >= captured
}

interface StatusRule {
  readonly status: OrderStatus
  /** The rule in words, for the reference page. */
  readonly because: string
  readonly when: (order: OrderFacts) => boolean
}

const unpaidRules: ReadonlyArray<StatusRule> = [
  { status: "canceled", because: "it was canceled", when: (order) => order.canceledAt !== null },
  { status: "risk_analysis", because: "an attempt is held for review", when: (order) => hasAttempt(order, "review") },
  {
    status: "pending",
    because: "the outcome of an attempt is not known yet",
    when: (order) => hasAttempt(order, "sent", "unknown", "approved"),
  },
  { status: "waiting_payment", because: "a Pix or slip is open", when: (order) => hasAttempt(order, "open") },
  {
    status: "unpaid",
    because: "every attempt was refused, rejected, expired or voided",
    when: (order) => hasAttempt(order, "rejected", "refused", "expired", "voided"),
  },
  { status: "created", because: "nothing was attempted", when: () => true },
]

const confirmedRules: ReadonlyArray<StatusRule> = [
  { status: "chargeback", because: "a case took the money", when: (order) => hasCase(order, "taken", "lost") },
  { status: "dispute", because: "a case is open or contested", when: (order) => hasCase(order, "opened", "contested") },
  { status: "refund", because: "everything received was given back", when: isRefundedInFull },
  { status: "complete", because: "the company closed it", when: (order) => order.completedAt !== null },
  { status: "paid", because: "a payment is confirmed", when: () => true },
]

/** The machine: once money is confirmed the second list speaks, before that the first. The first rule that holds decides. */
export const orderRules: ReadonlyArray<StatusRule> = [
  ...confirmedRules.map((rule) => ({ ...rule, when: (order: OrderFacts) => isConfirmed(order) && rule.when(order) })),
  ...unpaidRules.map((rule) => ({ ...rule, when: (order: OrderFacts) => !isConfirmed(order) && rule.when(order) })),
]

/** The status of an order: a pure function of its facts, whatever the order of their arrival. */
export const statusOf = (order: OrderFacts): OrderStatus => {
  const rules = isConfirmed(order) ? confirmedRules : unpaidRules
  for (const { status, when } of rules) if (when(order)) return status
  return "created"
}
