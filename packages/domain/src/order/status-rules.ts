/** The status of an order, from its set of facts: the first rule that holds decides. */
import { type StatusRules, statusBy } from "../machine/machine.ts"
import type { Centavos } from "../money/centavos.ts"
import { nearestAmount } from "../money/total.ts"
import type { FactSet } from "./fact-set.ts"
import {
  type AttemptFact,
  attemptState,
  type CaseFact,
  caseState,
  owedStates,
  type RefundFact,
  refundState,
} from "./facts.ts"
import type { OrderStatus } from "./order-status.ts"

/** The parts of an order that decide its status. Amounts are centavos. */
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

/** True if some attempt brought money. */
export const isConfirmed = (order: OrderFacts): boolean => {
  for (const { facts } of order.attempts) if (facts.includes("confirmed")) return true
  return false
}

/** True if some attempt is in one of `states`. */
export const hasAttempt = (order: OrderFacts, ...states: ReadonlyArray<AttemptFact>): boolean => {
  for (const { facts } of order.attempts) {
    const state = attemptState(facts)
    if (state !== null && states.includes(state)) return true
  }
  return false
}

/** True if some dispute is in one of `states`. */
export const hasCase = (order: OrderFacts, ...states: ReadonlyArray<CaseFact>): boolean => {
  for (const { facts } of order.cases) {
    const state = caseState(facts)
    if (state !== null && states.includes(state)) return true
  }
  return false
}

// Plain loops: they run for every order at every step, and a status alone should add little to a browser's bundle.

/** Centavos received over all confirmed attempts. */
export const capturedOf = (order: OrderFacts): Centavos => {
  let sum = 0
  for (const { payment } of order.attempts) sum += payment?.captured ?? 0
  return nearestAmount(sum)
}

/** Centavos of settled refunds, as reported. If nothing is captured yet, they are only parked. */
export const settledOf = (order: OrderFacts): Centavos => {
  let sum = 0
  for (const { facts, amount } of order.refunds) if (refundState(facts) === "settled") sum += amount
  return nearestAmount(sum)
}

/** True if everything received has been refunded. False if nothing was received. */
export const isRefundedInFull = (order: OrderFacts): boolean => {
  const settled = settledOf(order)
  if (settled === 0) return false
  const captured = capturedOf(order)
  return captured > 0 && settled >= captured
}

/**
 * The first rule that holds decides: from `paid` upward the order has money, below it none. Each rule checks its rarest
 * condition first, because the rules run for every order at every step.
 */
export const orderStatuses: StatusRules<OrderFacts, OrderStatus> = [
  {
    status: "chargeback",
    because: "a dispute took the money",
    when: (order) => hasCase(order, "taken", "lost") && isConfirmed(order),
  },
  {
    status: "dispute",
    because: "a dispute is open or contested",
    when: (order) => hasCase(order, "opened", "contested") && isConfirmed(order),
  },
  {
    status: "refund",
    because: "everything received was refunded",
    when: (order) => isRefundedInFull(order) && isConfirmed(order),
  },
  {
    status: "complete",
    because: "the company completed it",
    when: (order) => order.completedAt !== null && isConfirmed(order),
  },
  { status: "paid", because: "a payment is confirmed", when: isConfirmed },
  { status: "canceled", because: "it was canceled", when: (order) => order.canceledAt !== null },
  { status: "risk_analysis", because: "an attempt is held for review", when: (order) => hasAttempt(order, "review") },
  {
    status: "pending",
    because: "an attempt has no outcome yet",
    when: (order) => hasAttempt(order, ...owedStates),
  },
  { status: "waiting_payment", because: "a Pix or slip is open", when: (order) => hasAttempt(order, "open") },
  {
    status: "unpaid",
    because: "every attempt was refused, rejected, expired or voided",
    when: (order) => hasAttempt(order, "rejected", "refused", "expired", "voided"),
  },
  { status: "created", because: "nothing was attempted", when: () => true },
]

/** The status of an order: a pure function of its facts, in any order of arrival. */
export const statusOf = (order: OrderFacts): OrderStatus => statusBy(orderStatuses, order, null)
