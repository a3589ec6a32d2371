/**
 * Applies what happened to an order. It never refuses: what is recorded has happened.
 */

import type { AttemptId } from "../identifiers/order.ts"
import { numbering } from "../machine/fold.ts"
import { zero } from "../money/centavos.ts"
import { type Attempt, attemptOf } from "./attempt.ts"
import type { OrderChange, OrderPlaced } from "./events.ts"
import { attemptFacts, caseFacts, refundFacts } from "./facts.ts"
import { merge } from "./merge.ts"
import type { Order } from "./order.ts"
import { isRefundedInFull } from "./status-rules.ts"

/** The order at its placement. */
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

const apply = (order: Order, event: OrderChange): Order => {
  switch (event._tag) {
    case "AttemptStarted":
      return { ...order, attempts: [...order.attempts, started(event)] }
    case "AttemptReported":
      return { ...order, attempts: withAttempt(order, event.attempt, (attempt) => merge.attempt(attempt, event)) }
    case "AttemptResolved": {
      const { attempt: id, verdict, at } = event
      const fact = verdict === "paid" ? "confirmed" : "refused"
      const told = { fact, report: {}, verdict, at } as const
      return { ...order, attempts: withAttempt(order, id, (attempt) => merge.attempt(attempt, told)) }
    }
    case "RefundReported": {
      const { refund: key, attempt } = event
      const known = order.refunds.find((refund) => refund.key === key)
      const next = merge.refund(
        known ?? { key, attempt, amount: zero, facts: refundFacts.of(), asked: null, reason: null },
        event,
      )
      return { ...order, refunds: replaced(order.refunds, known, next) }
    }
    case "CaseReported": {
      const { case: key, attempt } = event
      const known = order.cases.find((one) => one.key === key)
      const next = merge.case(known ?? { key, attempt, amount: zero, facts: caseFacts.of() }, event)
      return { ...order, cases: replaced(order.cases, known, next) }
    }
    case "OrderCanceled":
      return { ...order, canceledAt: order.canceledAt ?? event.at }
    case "OrderCompleted":
      return { ...order, completedAt: order.completedAt ?? event.at }
    case "OrderAbandoned":
      return { ...order, abandonedAt: order.abandonedAt ?? event.at }
    case "DuplicateFound":
      return { ...order, duplicateAt: order.duplicateAt ?? event.at }
  }
}

/** An attempt that was just sent: nothing else is known of it. */
const started = (event: Extract<OrderChange, { readonly _tag: "AttemptStarted" }>): Attempt =>
  attemptOf({ id: event.attempt, key: event.key, startedAt: event.at }, event, {
    facts: attemptFacts.of("sent"),
    payment: null,
    instrument: null,
    tid: null,
    nsu: null,
    reason: null,
    cardToken: null,
  })

const withAttempt = (
  { attempts }: Order,
  id: AttemptId,
  learn: (attempt: Attempt) => Attempt,
): ReadonlyArray<Attempt> => attempts.map((attempt) => (attempt.id === id ? learn(attempt) : attempt))

const replaced = <A>(all: ReadonlyArray<A>, known: A | undefined, next: A): ReadonlyArray<A> =>
  known === undefined ? [...all, next] : all.map((one) => (one === known ? next : one))

/** The order after one more event. */
export const evolve = numbering((order: Order, event: OrderChange): Order => {
  const next = apply(order, event)
  return next.wasRefunded || !isRefundedInFull(next) ? next : { ...next, wasRefunded: true }
})
