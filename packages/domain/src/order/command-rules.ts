/**
 * What can be asked of an order, when it is refused, and what it causes.
 */
import type { Instant } from "../calendar/instant.ts"
import { AttemptId } from "../identifiers/order.ts"
import type { CommandRules, RefusalRule } from "../machine/machine.ts"
import { instrumentExpiry } from "../method/instrument.ts"
import { methodRules } from "../method/methods.ts"
import type { PaymentMethod } from "../method/payment-method.ts"
import { centavos } from "../money/centavos.ts"
import { type Attempt, chargeOf, instrumentOf } from "./attempt.ts"
import { type AttemptFact, attemptState, caseState, owedStates } from "./facts.ts"
import type { OrderTypes } from "./machine.ts"
import type { Order } from "./order.ts"
import { largestRefundOf, refundableOf } from "./refundable.ts"
import type { OrderRefusal } from "./refusals.ts"
import { hasAttempt, hasCase, isConfirmed, isRefundedInFull, statusOf } from "./status-rules.ts"

const isUnpaid = (order: Order): boolean => !isConfirmed(order)

/** The acquirer was asked, and money may move. */
const isUncertain = (order: Order): boolean => hasAttempt(order, ...owedStates)

/** The company has no money of this order, or not for good. @param isChargedBack - whether a chargeback is in the way */
const withoutMoney = (
  isChargedBack: (order: Order) => boolean,
): ReadonlyArray<RefusalRule<Order, OrderRefusal, unknown>> => [
  { reason: "NotPaid", when: isUnpaid },
  { reason: "ChargedBack", when: isChargedBack },
  { reason: "CaseOpen", when: (order) => hasCase(order, "opened", "contested") },
  { reason: "FullyRefunded", when: isRefundedInFull },
]

/** A chargeback that is lost takes its amount for good; what is left can be given back. One that can still be contested may yet be won. */
const hasNothingLeft = (order: Order): boolean =>
  hasCase(order, "taken") || (hasCase(order, "lost") && largestRefundOf(order) === 0)

/** Centavos. */
const refundMin = centavos(1)

/** Each command: when it is a repetition, the reasons against it by rank, and what it causes. */
export const orderCommands: CommandRules<OrderTypes> = {
  StartAttempt: {
    isRepetition: ({ attempts }, asked) => attempts.some(({ key }) => key === asked.key),
    refusals: [
      { reason: "AlreadyCanceled", when: ({ canceledAt }) => canceledAt !== null },
      { reason: "AlreadyPaid", when: isConfirmed },
      { reason: "OutcomeUnknown", when: isUncertain },
      { reason: "UnderReview", when: (order) => hasAttempt(order, "review") },
      // Only for an instrument of the same kind: by another method the payer may try while the first stays payable.
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
  // Only an unresolved attempt can be resolved: if the acquirer has told an outcome, no other counts.
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
        when: (order, { attempt }) => (attemptOf(order, attempt)?.payment ?? null) === null,
      },
      {
        reason: "RefundWindowClosed",
        when: (order, { attempt, at }) => isRefundWindowClosed(attemptOf(order, attempt), at),
      },
      { reason: "AmountNotPositive", when: (_, { amount = refundMin }) => amount < refundMin },
      {
        reason: "AmountAboveRefundable",
        when: (order, { attempt, amount = refundMin }) => amount > refundableOf(order, attemptOf(order, attempt)),
      },
    ],
    forms: ({ attempts }, at) => attempts.map(({ id }) => ({ attempt: id, at })),
    effects: (order, { refund, attempt, amount, at }) => {
      const method = attemptOf(order, attempt)?._tag
      const way = method === undefined ? {} : { way: methodRules[method].refundWay }
      return [{ _tag: "RefundReported", refund, attempt, amount, fact: "requested", ...way, at }]
    },
  },
}

const attemptOf = ({ attempts }: Order, attempt: AttemptId | undefined): Attempt | undefined =>
  attempts.find(({ id }) => id === attempt)

const isIn = (order: Order, attempt: AttemptId | undefined, ...states: ReadonlyArray<AttemptFact>): boolean => {
  const found = attemptOf(order, attempt)
  const state = found === undefined ? null : attemptState(found.facts)
  return state !== null && states.includes(state)
}

/** Whether a Pix or slip of this kind can still be paid. One that has expired does not count, even before the acquirer reports its end. */
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
