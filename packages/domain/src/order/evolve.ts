/**
 * Applies what happened to an order. It never refuses: what is recorded has happened.
 */
import { type Centavos, zero } from "../money/centavos.ts"
import type { OrderChange, OrderEvent, OrderPlaced } from "./events.ts"
import { addAttemptFact, addCaseFact, addRefundFact } from "./facts.ts"
import type { Attempt, AttemptReport, Order, Refund } from "./order.ts"
import { isRefundedInFull } from "./status-rules.ts"

/** The order as it stands the moment it is placed. */
export const placed = (event: OrderPlaced): Order => ({
  details: event.details,
  version: 1,
  attempts: [],
  refunds: [],
  cases: [],
  canceledAt: null,
  completedAt: null,
  abandonedAt: null,
  wasRefunded: false,
  updatedAt: event.at,
})

/** The order after one more event. */
export const evolve = (order: Order, event: OrderChange): Order => {
  const next = apply(order, event)
  return {
    ...next,
    version: order.version + 1,
    wasRefunded: next.wasRefunded || isRefundedInFull(next),
    updatedAt: event.at > order.updatedAt ? event.at : order.updatedAt,
  }
}

/** The order a whole log tells of, or null where the log does not begin with the placing. */
export const fold = (events: Iterable<OrderEvent>): Order | null => {
  let order: Order | null = null
  for (const event of events) {
    if (event._tag === "OrderPlaced") {
      if (order !== null) return null
      order = placed(event)
    } else {
      if (order === null) return null
      order = evolve(order, event)
    }
  }
  return order
}

const apply = (order: Order, event: OrderChange): Order => {
  switch (event._tag) {
    case "AttemptStarted":
      return {
        ...order,
        attempts: [
          ...order.attempts,
          {
            id: event.attempt,
            key: event.key,
            quote: event.quote,
            card: event.card,
            startedAt: event.at,
            facts: ["sent"],
            captured: zero,
            confirmedAt: null,
            instrument: null,
            tid: null,
            nsu: null,
            reason: null,
            cardToken: null,
          },
        ],
      }
    case "AttemptReported":
      return {
        ...order,
        attempts: order.attempts.map((attempt) => (attempt.id === event.attempt ? reported(attempt, event) : attempt)),
      }
    case "AttemptResolved":
      return {
        ...order,
        attempts: order.attempts.map((attempt) => (attempt.id === event.attempt ? resolved(attempt, event) : attempt)),
      }
    case "RefundReported": {
      const known = order.refunds.find((refund) => refund.key === event.refund)
      return { ...order, refunds: replaced(order.refunds, known, refundAfter(known ?? newRefund(event), event)) }
    }
    case "CaseReported": {
      const known = order.cases.find((one) => one.key === event.case)
      const one = known ?? { key: event.case, attempt: event.attempt, amount: event.amount, facts: [] }
      const next = { ...one, amount: larger(one.amount, event.amount), facts: addCaseFact(one.facts, event.fact) }
      return { ...order, cases: replaced(order.cases, known, next) }
    }
    case "OrderCanceled":
      return { ...order, canceledAt: order.canceledAt ?? event.at }
    case "OrderCompleted":
      return { ...order, completedAt: order.completedAt ?? event.at }
    case "OrderAbandoned":
      return { ...order, abandonedAt: order.abandonedAt ?? event.at }
  }
}

const reported = (attempt: Attempt, event: Extract<OrderChange, { _tag: "AttemptReported" }>): Attempt => {
  const { report, fact } = event
  const isConfirmation = fact === "confirmed"
  const decline = attempt.decline ?? report.decline
  return {
    ...attempt,
    ...(decline === undefined ? {} : { decline }),
    facts: addAttemptFact(attempt.facts, fact),
    captured: isConfirmation ? larger(attempt.captured, capturedIn(attempt, report)) : attempt.captured,
    confirmedAt: isConfirmation ? (attempt.confirmedAt ?? event.at) : attempt.confirmedAt,
    instrument: attempt.instrument ?? report.instrument ?? null,
    tid: attempt.tid ?? report.tid ?? null,
    nsu: attempt.nsu ?? report.nsu ?? null,
    reason: attempt.reason ?? report.reason ?? null,
    cardToken: attempt.cardToken ?? report.cardToken ?? null,
  }
}

/** A verdict weighs what the acquirer's own word would: one that comes later can still outweigh it. */
const resolved = (attempt: Attempt, { attempt: id, verdict, at }: AttemptResolved): Attempt => ({
  ...reported(attempt, {
    _tag: "AttemptReported",
    attempt: id,
    fact: verdict === "paid" ? "confirmed" : "refused",
    report: {},
    at,
  }),
  verdict,
})

type AttemptResolved = Extract<OrderChange, { _tag: "AttemptResolved" }>
type RefundReported = Extract<OrderChange, { _tag: "RefundReported" }>

const newRefund = ({ refund: key, attempt, amount }: RefundReported): Refund => ({ key, attempt, amount, facts: [] })

/** What was said first stays. */
const refundAfter = (refund: Refund, { amount, fact, way, report, at }: RefundReported): Refund => {
  const after = { ...refund, amount: larger(refund.amount, amount), facts: addRefundFact(refund.facts, fact) }
  if (fact !== "requested" && way === undefined && report === undefined) return after
  return {
    ...(fact === "requested" ? { requestedAt: at } : {}),
    ...(way === undefined ? {} : { way }),
    ...report,
    ...after,
  }
}

/** A confirmation that names no amount confirms what was asked for. */
const capturedIn = (attempt: Attempt, report: AttemptReport): Centavos => report.captured ?? attempt.quote.charged

/** Two reports of one amount may differ; taking the larger gives the same whichever came first. */
const larger = (left: Centavos, right: Centavos): Centavos => (left > right ? left : right)

const replaced = <A>(all: ReadonlyArray<A>, known: A | undefined, next: A): ReadonlyArray<A> =>
  known === undefined ? [...all, next] : all.map((one) => (one === known ? next : one))
