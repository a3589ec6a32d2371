/**
 * The order as a machine: when it refuses a command, the events of commands and reports, and how they change the order.
 */
import type { Instant } from "../calendar/instant.ts"
import { AttemptId } from "../identifiers/order.ts"
import { numbering } from "../machine/fold.ts"
import type { CommandRules, Machine, RefusalRule } from "../machine/machine.ts"
import { instrumentExpiry } from "../method/instrument.ts"
import { methodRules } from "../method/methods.ts"
import type { PaymentMethod } from "../method/payment-method.ts"
import { centavos, zero } from "../money/centavos.ts"
import { type Attempt, attemptOf, chargeOf, instrumentOf } from "./attempt.ts"
import {
  type OrderChange,
  type OrderCommand,
  OrderEvent,
  type OrderPlaced,
  type OrderRefusal,
  OrderRefused,
  type OrderReport,
} from "./commands-and-events.ts"
import { type AttemptFact, attemptFacts, attemptState, caseFacts, caseState, owedStates, refundFacts } from "./facts.ts"
import { isSameKnowledge, learnOfAttempt, learnOfCase, learnOfRefund } from "./learn.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { largestRefundOf, refundableOf } from "./refundable.ts"
import { hasAttempt, hasCase, isConfirmed, isRefundedInFull, orderStatuses, statusOf } from "./status-rules.ts"

const isUnpaid = (order: Order): boolean => !isConfirmed(order)

/** True if the acquirer was asked, and money may move. */
const isUncertain = (order: Order): boolean => hasAttempt(order, ...owedStates)

/** The company has no money of this order, or may lose it. @param isChargedBack - true if a chargeback prevents it */
const withoutMoney = (
  isChargedBack: (order: Order) => boolean,
): ReadonlyArray<RefusalRule<Order, OrderRefusal, unknown>> => [
  { reason: "NotPaid", when: isUnpaid },
  { reason: "ChargedBack", when: isChargedBack },
  { reason: "CaseOpen", when: (order) => hasCase(order, "opened", "contested") },
  { reason: "FullyRefunded", when: isRefundedInFull },
]

/** True if a lost chargeback leaves nothing to refund. One that can still be contested may yet be won. */
const hasNothingLeft = (order: Order): boolean =>
  hasCase(order, "taken") || (hasCase(order, "lost") && largestRefundOf(order) === 0)

/** Centavos. */
const refundMin = centavos(1)

/** Each command: when it is a repetition, the reasons against it by rank, and the events it causes. */
const orderCommands: CommandRules<OrderTypes> = {
  StartAttempt: {
    isRepetition: ({ attempts }, asked) => attempts.some(({ key }) => key === asked.key),
    refusals: [
      { reason: "AlreadyCanceled", when: ({ canceledAt }) => canceledAt !== null },
      { reason: "AlreadyPaid", when: isConfirmed },
      { reason: "OutcomeUnknown", when: isUncertain },
      { reason: "UnderReview", when: (order) => hasAttempt(order, "review") },
      // Only for an instrument of the same kind: the payer may try another method while the first stays payable.
      {
        reason: "InstrumentOpen",
        when: (order, { quote, at }) => quote !== undefined && hasPayable(order, quote.method._tag, at),
      },
    ],
    effects: ({ attempts }, { key, at, ...charge }) => [
      { _tag: "AttemptStarted", attempt: AttemptId.make(attempts.length + 1), key, ...chargeOf(charge), at },
    ],
  },
  Cancel: {
    isRepetition: (order) => statusOf(order) === "canceled",
    refusals: [
      { reason: "AlreadyPaid", when: isConfirmed },
      { reason: "OutcomeUnknown", when: isUncertain },
    ],
    effects: (_, { at }) => [{ _tag: "OrderCanceled", at }],
  },
  Complete: {
    isRepetition: (order) => statusOf(order) === "complete",
    refusals: withoutMoney((order) => hasCase(order, "taken", "lost")),
    effects: (_, { at }) => [{ _tag: "OrderCompleted", at }],
  },
  Contest: {
    isRepetition: (order) =>
      statusOf(order) === "dispute" || (isConfirmed(order) && hasCase(order, "contested") && !hasCase(order, "taken")),
    refusals: [
      { reason: "NotPaid", when: isUnpaid },
      { reason: "NoChargeback", when: (order) => !hasCase(order, "taken") },
    ],
    effects: ({ cases }, { at }) =>
      cases
        .filter(({ facts }) => caseState(facts) === "taken")
        .map(({ key, attempt, amount }) => ({
          _tag: "CaseReported",
          case: key,
          attempt,
          amount,
          fact: "contested",
          at,
        })),
  },
  // Only an unresolved attempt can be resolved: if the acquirer reported an outcome, only that counts.
  Resolve: {
    isRepetition: ({ attempts }, { attempt, verdict }) =>
      attempts.some((one) => one.id === attempt && one.verdict === verdict),
    refusals: [
      { reason: "UnderReview", when: (order, { attempt }) => isIn(order, attempt, "review") },
      { reason: "OutcomeKnown", when: (order, { attempt }) => !isIn(order, attempt, ...owedStates) },
    ],
    forms: ({ attempts }, at) => attempts.map(({ id }) => ({ attempt: id, verdict: "paid", at })),
    effects: (_, { attempt, verdict, at }) => [{ _tag: "AttemptResolved", attempt, verdict, at }],
  },
  RequestRefund: {
    isRepetition: ({ refunds }, { refund }) => refunds.some(({ key }) => key === refund),
    refusals: [
      ...withoutMoney(hasNothingLeft),
      {
        reason: "AttemptNotConfirmed",
        when: (order, { attempt }) => (attemptIn(order, attempt)?.payment ?? null) === null,
      },
      {
        reason: "RefundWindowClosed",
        when: (order, { attempt, at }) => isRefundWindowClosed(attemptIn(order, attempt), at),
      },
      { reason: "AmountNotPositive", when: (_, { amount = refundMin }) => amount < refundMin },
      {
        reason: "AmountAboveRefundable",
        when: (order, { attempt, amount = refundMin }) => amount > refundableOf(order, attemptIn(order, attempt)),
      },
    ],
    forms: ({ attempts }, at) => attempts.map(({ id }) => ({ attempt: id, at })),
    effects: (order, { refund, attempt, amount, at }) => {
      const method = attemptIn(order, attempt)?._tag
      const way = method === undefined ? {} : { way: methodRules[method].refundWay }
      return [{ _tag: "RefundReported", refund, attempt, amount, fact: "requested", ...way, at }]
    },
  },
}

const attemptIn = ({ attempts }: Order, attempt: AttemptId | undefined): Attempt | undefined =>
  attempts.find(({ id }) => id === attempt)

const isIn = (order: Order, attempt: AttemptId | undefined, ...states: ReadonlyArray<AttemptFact>): boolean => {
  const found = attemptIn(order, attempt)
  const state = found === undefined ? null : attemptState(found.facts)
  return state !== null && states.includes(state)
}

/**
 * True if a Pix or slip of this kind can still be paid. An expired one does not count, even before the acquirer reports
 * its end.
 */
export const hasPayable = ({ attempts }: Order, method: PaymentMethod, at: Instant): boolean =>
  attempts.some(
    (attempt) => attempt._tag === method && attemptState(attempt.facts) === "open" && !hasRunOut(attempt, at),
  )

const hasRunOut = (attempt: Attempt, at: Instant): boolean => {
  const instrument = instrumentOf(attempt)
  return instrument !== null && instrumentExpiry(instrument) <= at
}

const isRefundWindowClosed = (attempt: Attempt | undefined, at: number): boolean =>
  attempt !== undefined &&
  attempt.payment !== null &&
  at > attempt.payment.confirmedAt + methodRules[attempt._tag].refundWindowMillis

/** An order with a contact counts as abandoned after this time without an attempt. */
export const abandonAfterMillis = 30 * 60_000

/**
 * The events of a report: none if all of it is known, or if the order has no such attempt; otherwise one, whatever the
 * status. Both this function and `evolve` use `learn` to decide what is known, so reports lead to the same order in any
 * sequence.
 */
const recordOrderReport = (order: Order, told: OrderReport): ReadonlyArray<OrderChange> => {
  switch (told._tag) {
    case "AttemptUpdate": {
      const { attempt, fact, report, at } = told
      const known = attemptIn(order, attempt)
      if (known === undefined || isSameKnowledge(known, learnOfAttempt(known, told))) return []
      return [{ _tag: "AttemptReported", attempt, fact, report, at }]
    }
    case "RefundUpdate": {
      const { refund, attempt, amount, fact, report, at } = told
      const known = order.refunds.find(({ key }) => key === refund)
      if (known !== undefined && isSameKnowledge(known, learnOfRefund(known, told))) return []
      const event = { _tag: "RefundReported", refund, attempt, amount, fact, at } as const
      return [report === undefined ? event : { ...event, report }]
    }
    case "CaseUpdate": {
      const { case: key, attempt, amount, fact, at } = told
      const known = order.cases.find((one) => one.key === key)
      if (known !== undefined && isSameKnowledge(known, learnOfCase(known, told))) return []
      return [{ _tag: "CaseReported", case: key, attempt, amount, fact, at }]
    }
    case "AbandonTimer": {
      const isDue = told.at >= order.details.placedAt + abandonAfterMillis
      const isAbandoned = isDue && statusOf(order) === "created" && order.abandonedAt === null
      return isAbandoned ? [{ _tag: "OrderAbandoned", at: told.at }] : []
    }
    case "DuplicatePayment":
      return order.duplicateAt === undefined ? [{ _tag: "DuplicateFound", of: told.of, at: told.at }] : []
  }
}

/** The new order. */
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

/** The order after one more event. Never refuses: a recorded event has happened. */
export const evolve = numbering((order: Order, event: OrderChange): Order => {
  const next = apply(order, event)
  return next.wasRefunded || !isRefundedInFull(next) ? next : { ...next, wasRefunded: true }
})

const apply = (order: Order, event: OrderChange): Order => {
  switch (event._tag) {
    case "AttemptStarted":
      return { ...order, attempts: [...order.attempts, started(event)] }
    case "AttemptReported":
      return { ...order, attempts: withAttempt(order, event.attempt, (attempt) => learnOfAttempt(attempt, event)) }
    case "AttemptResolved": {
      const { attempt: id, verdict, at } = event
      const fact = verdict === "paid" ? "confirmed" : "refused"
      const told = { fact, report: {}, verdict, at } as const
      return { ...order, attempts: withAttempt(order, id, (attempt) => learnOfAttempt(attempt, told)) }
    }
    case "RefundReported": {
      const { refund: key, attempt } = event
      const known = order.refunds.find((refund) => refund.key === key)
      const next = learnOfRefund(
        known ?? { key, attempt, amount: zero, facts: refundFacts.of(), asked: null, reason: null },
        event,
      )
      return { ...order, refunds: replaced(order.refunds, known, next) }
    }
    case "CaseReported": {
      const { case: key, attempt } = event
      const known = order.cases.find((one) => one.key === key)
      const next = learnOfCase(known ?? { key, attempt, amount: zero, facts: caseFacts.of() }, event)
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

/** A new attempt: nothing is known about it yet. */
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

/** The types of the machine. */
export interface OrderTypes {
  readonly state: Order
  readonly creation: OrderPlaced
  readonly change: OrderChange
  readonly command: OrderCommand
  readonly report: OrderReport
  readonly refusal: OrderRefusal
  readonly refused: OrderRefused
  readonly status: OrderStatus
}

/** The order as a value: decide, fold, check, test and document it by the functions of `Machine`. */
export const orderMachine: Machine<OrderTypes> = {
  creation: "OrderPlaced",
  event: OrderEvent,
  create: placed,
  evolve,
  commands: orderCommands,
  refuse: (refusal, order) => new OrderRefused({ ...refusal, refundable: largestRefundOf(order) }),
  record: recordOrderReport,
  statuses: orderStatuses,
  final: ["paid", "complete", "refund", "chargeback", "canceled"],
}
