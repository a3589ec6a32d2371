/**
 * A second implementation of an order's facts, separate from the first on purpose: numbers for ranks, no lists of
 * rules, and all reports together instead of one after the other. A mistake is unlikely to be in both.
 */

import { AttemptId } from "@vintem/domain/identifiers"
import { type Instrument, instrumentExpiry, type PaymentMethod } from "@vintem/domain/method"
import { type Centavos, centavos, largest } from "@vintem/domain/money"
import {
  type Attempt,
  type AttemptFact,
  attemptFacts,
  type CaseFact,
  caseFacts,
  type DisputeCase,
  type Ledger,
  type Obligation,
  type Order,
  type OrderFacts,
  type OrderReport,
  type OrderStatus,
  type Refund,
  refundFacts,
} from "@vintem/domain/order"

/** The state of an attempt without a payment, by the highest rank of its facts. */
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

/** The expected status of an order. */
export const recountedStatus = (order: OrderFacts): OrderStatus => {
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
  for (const { payment } of order.attempts) balance += payment?.captured ?? 0
  for (const { facts, amount } of order.refunds) if (facts.includes("settled")) balance -= amount
  if (balance <= 0) return "refund"
  return order.completedAt === null ? "paid" : "complete"
}

/**
 * The expected obligations: a refund of every payment except the one recorded first, and a void of everything that a
 * canceled order left open.
 */
export const recountedObligations = (order: Order): ReadonlyArray<Obligation> => {
  const payments = order.attempts.flatMap(({ id, payment }) => (payment === null ? [] : [{ id, ...payment }]))
  const firstAt = Math.min(...payments.map(({ confirmedAt }) => confirmedAt))
  const kept = order.duplicateAt === undefined ? payments.find(({ confirmedAt }) => confirmedAt === firstAt) : undefined
  const owed: Array<Obligation> = []
  for (const { id, captured } of payments) {
    let left: number = id === kept?.id ? 0 : captured
    for (const { attempt, amount, facts } of order.refunds) {
      if (attempt === id && (facts.includes("settled") || !facts.includes("failed"))) left -= amount
    }
    if (left > 0) owed.push({ _tag: "RefundDuplicate", attempt: id, amount: centavos(left) })
  }
  if (order.canceledAt !== null && payments.length === 0) {
    for (const { id, facts } of order.attempts) {
      const rank = Math.max(
        ...facts.map((fact) => (fact === "approved" || fact === "rejected" ? 0 : attemptRank[fact])),
      )
      const isRejected = facts.includes("rejected") && facts.includes("review")
      if ((rank === attemptRank.open || rank === attemptRank.review) && !isRejected)
        owed.push({ _tag: "VoidAttempt", attempt: id })
    }
  }
  return owed
}

/**
 * The expected sums of an order's money, in centavos, apart from what is left over or in excess. A dispute holds money
 * once it was taken, until it is won.
 */
export const recountedMoney = (
  order: OrderFacts,
): Pick<Ledger, "captured" | "refunded" | "chargedBack" | "reserved"> => {
  let captured = 0
  for (const { payment } of order.attempts) captured += payment?.captured ?? 0
  let left = captured
  const takeOut = (amounts: ReadonlyArray<number>): Centavos => {
    let out = 0
    for (const amount of amounts) out += amount
    out = Math.min(out, left)
    left -= out
    return centavos(out)
  }
  const settled = order.refunds.filter(({ facts }) => facts.includes("settled"))
  const open = order.refunds.filter(({ facts }) => !facts.includes("settled") && !facts.includes("failed"))
  const taken = order.cases.filter(({ facts }) => {
    const rank = Math.max(...facts.map((fact) => caseRank[fact]))
    return rank === caseRank.lost || (rank < caseRank.won && facts.includes("taken"))
  })
  const refunded = takeOut(settled.map(({ amount }) => amount))
  const chargedBack = takeOut(taken.map(({ amount }) => amount))
  return { captured: centavos(captured), refunded, chargedBack, reserved: takeOut(open.map(({ amount }) => amount)) }
}

/** Days after a payment in which it can be refunded, from the rules of each method's operator. */
export const recountedRefundDays: Readonly<Record<PaymentMethod, number>> = {
  credit: 180,
  pix: 90,
  bank_slip: Number.POSITIVE_INFINITY,
}

/** Minutes after which an order that nobody tried to pay counts as abandoned. */
export const recountedAbandonMinutes = 30

type ReportOf<Tag extends OrderReport["_tag"]> = Extract<OrderReport, { readonly _tag: Tag }>

/**
 * The expected knowledge about an order's attempts, refunds and disputes after all these reports, with refunds and
 * disputes by their keys.
 *
 * @param order - one with sent attempts, and nothing else known
 */
export const recountedReports = (
  order: Order,
  reports: ReadonlyArray<OrderReport>,
): Pick<Order, "attempts" | "refunds" | "cases"> => {
  const refunds = reports.flatMap((one) => (one._tag === "RefundUpdate" ? [one] : []))
  const cases = reports.flatMap((one) => (one._tag === "CaseUpdate" ? [one] : []))
  return {
    attempts: order.attempts.map((attempt) => {
      const own = reports.flatMap((one) => (one._tag === "AttemptUpdate" && one.attempt === attempt.id ? [one] : []))
      return recountedAttempt(attempt, own)
    }),
    refunds: [...new Set(refunds.map(({ refund }) => refund))].toSorted().map((key) =>
      recountedRefund(
        key,
        refunds.filter(({ refund }) => refund === key),
      ),
    ),
    cases: [...new Set(cases.map((one) => one.case))].toSorted().map((key) =>
      recountedCase(
        key,
        cases.filter((one) => one.case === key),
      ),
    ),
  }
}

const recountedAttempt = (sent: Attempt, updates: ReadonlyArray<ReportOf<"AttemptUpdate">>): Attempt => {
  const facts = new Set<AttemptFact>(["sent", ...updates.map(({ fact }) => fact)])
  const payments = updates.filter(({ fact }) => fact === "confirmed")
  const details = updates.map(({ report }) => report)
  // "hard" sorts before "soft".
  const [decline] = details.flatMap((report) => report.decline ?? []).toSorted()
  const first = (texts: ReadonlyArray<string>) => texts.toSorted()[0] ?? null
  const confirmedAt = payments.map(({ at }) => at).toSorted((one, other) => one - other)[0]
  const captured = largest(payments.map(({ report }) => report.captured ?? sent.quote.charged))
  const instruments = details.flatMap(({ instrument }) => instrument ?? []).toSorted(byEnd)
  const told = {
    facts: attemptFacts.of(...facts),
    payment: confirmedAt === undefined ? null : { captured, confirmedAt },
    tid: first(details.flatMap(({ tid }) => tid ?? [])),
    reason: longest(details.flatMap(({ reason }) => reason ?? [])),
  }
  switch (sent._tag) {
    case "credit":
      return {
        ...sent,
        ...told,
        nsu: first(details.flatMap(({ nsu }) => nsu ?? [])),
        cardToken: first(details.flatMap(({ cardToken }) => cardToken ?? [])),
        ...(decline === undefined ? {} : { decline }),
      }
    case "pix":
      return { ...sent, ...told, instrument: instruments.find((one) => one._tag === "pix") ?? null }
    case "bank_slip":
      return { ...sent, ...told, instrument: instruments.find((one) => one._tag === "bank_slip") ?? null }
  }
}

const recountedRefund = (key: Refund["key"], updates: ReadonlyArray<ReportOf<"RefundUpdate">>): Refund => {
  const facts = new Set(updates.map(({ fact }) => fact))
  const [requestedAt] = updates
    .flatMap(({ fact, at }) => (fact === "requested" ? [at] : []))
    .toSorted((one, other) => one - other)
  return {
    key,
    attempt: AttemptId.make(Math.min(...updates.map(({ attempt }) => attempt))),
    amount: largest(updates.map(({ amount }) => amount)),
    facts: refundFacts.of(...facts),
    asked: requestedAt === undefined ? null : { at: requestedAt, way: null },
    reason: longest(updates.flatMap(({ report }) => report?.reason ?? [])),
  }
}

const recountedCase = (key: DisputeCase["key"], updates: ReadonlyArray<ReportOf<"CaseUpdate">>): DisputeCase => {
  const facts = new Set(updates.map(({ fact }) => fact))
  return {
    key,
    attempt: AttemptId.make(Math.min(...updates.map(({ attempt }) => attempt))),
    amount: largest(updates.map(({ amount }) => amount)),
    facts: caseFacts.of(...facts),
  }
}

/** The longest text. If several are longest, the one that sorts first. */
const longest = (texts: ReadonlyArray<string>): string | null =>
  texts.toSorted().toSorted((one, other) => other.length - one.length)[0] ?? null

/** The earlier end first; then by day, code and line. */
const byEnd = (one: Instrument, other: Instrument): number =>
  instrumentExpiry(one) - instrumentExpiry(other) || (printed(one) < printed(other) ? -1 : 1)

const printed = (instrument: Instrument): string => {
  switch (instrument._tag) {
    case "pix":
      return instrument.code
    case "bank_slip":
      return instrument.dueDate + instrument.line
  }
}
