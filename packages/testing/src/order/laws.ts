/**
 * Laws of every order and of every step it takes, as named values: a property, a walk over all states or a simulation
 * runs them.
 *
 * A law returns the violation, or null. Laws hold for orders that lived through `stepsOf`, so that an accepted command
 * started every attempt.
 */

import { type Instant, instant, millisecondsPerDay } from "@vintem/domain/calendar"
import { type AttemptId, RefundKey } from "@vintem/domain/identifiers"
import { instrumentExpiry } from "@vintem/domain/method"
import { centavos, total } from "@vintem/domain/money"
import {
  type Attempt,
  attemptState,
  capturedOf,
  caseState,
  hasCase,
  instrumentOf,
  isConfirmed,
  isInFlight,
  ledgerOf,
  type Obligation,
  type Order,
  type OrderReport,
  type OrderStatus,
  obligationsOf,
  orderMachine,
  refundState,
  statusOf,
  type WebhookKind,
} from "@vintem/domain/order"
import * as Predicate from "effect/Predicate"
import { type StateLaw, type StepLaw, unless } from "../machine/laws.ts"
import { stepOf, stepsOf } from "../machine/step.ts"
import { knowledgeOf } from "./knowledge.ts"
import {
  recountedAbandonMinutes,
  recountedMoney,
  recountedObligations,
  recountedRefundDays,
  recountedReports,
  recountedStatus,
} from "./recount.ts"
import { type OrderMove, type OrderStep, webhooksAfter, webhooksIn } from "./tested-order.ts"

/** Laws of an order at any instant of its life. */
export const orderLaws: ReadonlyArray<StateLaw<Order>> = [
  {
    name: "agreement: the status is what a second, simpler account of the facts makes of them",
    violation: (order) => {
      const expected = recountedStatus(order)
      return unless(statusOf(order) === expected, () => `shows ${statusOf(order)}, the facts say ${expected}`)
    },
  },
  {
    name: "agreement: what is owed is what a second, simpler account of the payments and of what is open makes of them",
    violation: (order) => {
      const [owed, expected] = [obligationsOf(order), recountedObligations(order)].map(shownAsSet)
      return unless(owed === expected, () => `owes ${owed || "nothing"}, the facts say ${expected || "nothing"}`)
    },
  },
  {
    name: "exclusiveness: at most one attempt is in flight",
    violation: (order) => {
      const inFlight = order.attempts.filter(({ facts }) => isInFlight(facts))
      return unless(inFlight.length <= 1, () => `${inFlight.length} attempts in flight`)
    },
  },
  {
    name: "conservation: refunded, reserved and charged back are together at most what was captured",
    violation: (order) => {
      const { captured, refunded, reserved, chargedBack, refundable, excess } = ledgerOf(order)
      return unless(
        captured === capturedOf(order) &&
          refunded + reserved + chargedBack + refundable === captured &&
          Math.min(refunded, reserved, chargedBack, refundable, excess) >= 0,
        () => JSON.stringify(ledgerOf(order)),
      )
    },
  },
  {
    name: "agreement: the sums of money are what a second, simpler count of payments, refunds and disputes makes of them",
    violation: (order) => {
      const expected = recountedMoney(order)
      const { captured, refunded, chargedBack, reserved } = ledgerOf(order)
      const [shown, said] = [{ captured, refunded, chargedBack, reserved }, expected].map((sums) =>
        JSON.stringify(sums),
      )
      return unless(shown === said, () => `${shown}, the facts say ${said}`)
    },
  },
  {
    name: "window: a payment can be refunded until its method's last day, and not a millisecond longer",
    violation: (order) => {
      const wrong = order.attempts.flatMap((attempt) => {
        const { payment, id, _tag: method } = attempt
        const days = recountedRefundDays[method]
        if (payment === null || !Number.isFinite(days)) return []
        const last = payment.confirmedAt + days * millisecondsPerDay
        const reasonAt = (at: Instant) =>
          stepOf(orderMachine, order, {
            _tag: "RequestRefund",
            refund: unusedRefund,
            attempt: id,
            amount: leastRefund,
            at,
          }).refusal?.reason
        const isOpenTooBriefly = reasonAt(instant(last)) === "RefundWindowClosed"
        const isOpenTooLong = reasonAt(instant(last + 1)) === undefined
        return isOpenTooBriefly || isOpenTooLong ? [`${method} ${isOpenTooLong ? "after" : "within"} ${days} days`] : []
      })
      return unless(wrong.length === 0, () => wrong.join(", "))
    },
  },
  {
    name: "abandonment: an order that nobody tried to pay counts as abandoned after half an hour, and no earlier",
    violation: (order) => {
      if (order.attempts.length > 0 || statusOf(order) !== "created" || order.abandonedAt !== null) return null
      const end = order.details.placedAt + recountedAbandonMinutes * 60_000
      const [early, due] = [end - 1, end].map(
        (at) => orderMachine.record(order, { _tag: "AbandonTimer", at: instant(at) }).length,
      )
      return unless(early === 0 && due === 1, () => `${early} events a moment before, ${due} then`)
    },
  },
  {
    name: "way out: timers, answers of the acquirer and verbs of a person lead from every status to a final one",
    violation: (order, at) => {
      const status = statusAfterLeaving(order, at)
      return unless(isFinal(status), () => `no way out of ${status}`)
    },
  },
  {
    name: "way out: what is owed can be done, and is owed no longer once it is",
    violation: (order, at) => {
      const stuck = obligationsOf(order).filter((owed) => isForAMachine(order, owed) && !isDischarged(order, owed, at))
      return unless(stuck.length === 0, () => JSON.stringify(stuck))
    },
  },
]

/** Laws of every step from one order to the next. */
export const orderStepLaws: ReadonlyArray<StepLaw<OrderStep>> = [
  {
    name: "permanence: what was learned stays known",
    violation: ({ before, after }) =>
      unless(
        [
          ...before.attempts.map(({ facts }, index) => [facts, after.attempts[index]?.facts] as const),
          ...before.refunds.map(({ facts }, index) => [facts, after.refunds[index]?.facts] as const),
          ...before.cases.map(({ facts }, index) => [facts, after.cases[index]?.facts] as const),
        ].every(([known, later]) => known.every((fact) => later?.some((one) => one === fact))) &&
          (before.canceledAt === null || after.canceledAt === before.canceledAt) &&
          (before.completedAt === null || after.completedAt === before.completedAt),
        () => "something was forgotten",
      ),
  },
  {
    name: "conservation: an accepted refund never promises more than came in, of the order or of the attempt",
    violation: ({ move, changes, after }) => {
      if (move._tag !== "RequestRefund" || changes.length === 0) return null
      const underWayOrDone = after.refunds.filter(({ facts }) => refundState(facts) !== "failed")
      const ofOrder = total(underWayOrDone.map(({ amount }) => amount))
      const ofAttempt = total(underWayOrDone.flatMap(({ attempt, amount }) => (attempt === move.attempt ? amount : [])))
      const captured = after.attempts.find(({ id }) => id === move.attempt)?.payment?.captured ?? 0
      return unless(
        move.amount >= 1 && ofOrder <= capturedOf(after) && ofAttempt <= captured,
        () => `${ofOrder} of ${capturedOf(after)} promised, of this attempt ${ofAttempt} of ${captured}`,
      )
    },
  },
  {
    name: "restraint: an order is charged or canceled only while no money came, and none is on its way",
    violation: ({ before, move, changes }) => {
      if (changes.length === 0 || (move._tag !== "StartAttempt" && move._tag !== "Cancel")) return null
      const inTheWay = before.attempts.filter(
        (attempt) => isMoneyOnItsWay(attempt) || (move._tag === "StartAttempt" && isSameAwaited(attempt, move)),
      )
      return unless(
        inTheWay.length === 0 && before.canceledAt === null,
        () => `${move._tag} beside ${inTheWay.map(({ facts }) => attemptState(facts)).join(", ") || "a cancelation"}`,
      )
    },
  },
  {
    name: "announcement: a webhook follows a change it tells of, and nothing else",
    violation: (taken) => {
      const { before, move, changes, after } = taken
      const webhooks = webhooksAfter(taken)
      const entered = (status: OrderStatus) => statusOf(before) !== status && statusOf(after) === status
      const count = (kind: string) => webhooks.filter((sent) => sent === kind).length
      const isIssued = move._tag === "AttemptUpdate" && move.fact === "open"
      const expected: Readonly<Record<WebhookKind, number>> = {
        waiting_payment: isIssued && entered("waiting_payment") ? 1 : 0,
        paid: isConfirmed(after) && !isConfirmed(before) ? 1 : 0,
        unpaid: entered("unpaid") ? 1 : 0,
        canceled: entered("canceled") ? 1 : 0,
        partial_refund: Math.max(0, refundsThatPaid(after) - refundsThatPaid(before) - (isWholeBackNow(taken) ? 1 : 0)),
        refund: !before.wasRefunded && isAllBack(after) ? 1 : 0,
        chargeback: casesThatTook(after) - casesThatTook(before),
        abandoned: after.abandonedAt !== null && before.abandonedAt === null ? 1 : 0,
      }
      return unless(
        (changes.length > 0 || webhooks.length === 0) &&
          Object.entries(expected).every(([kind, times]) => count(kind) === times),
        () => `from ${statusOf(before)} to ${statusOf(after)}: ${webhooks.join(", ") || "none"}`,
      )
    },
  },
]

/** One order's reports in two orders of arrival. */
export interface Arrivals {
  /** Its attempts are sent, and no report about it has arrived. */
  readonly order: Order
  readonly one: ReadonlyArray<OrderReport>
  readonly other: ReadonlyArray<OrderReport>
}

/** Laws of everything that does not depend on the order of reports, or on how often they arrive. */
export const orderArrivalLaws: ReadonlyArray<StepLaw<Arrivals>> = [
  {
    name: "knowledge: the reports lead to what a second, simpler account makes of them, to the last field",
    violation: ({ order, one }) => {
      const after = knowledgeOf(stepsOf(orderMachine, order, one).at(-1)?.after ?? order)
      const expected = { ...knowledgeOf(order), ...recountedReports(order, one) }
      return unless(textOf(after) === textOf(expected), () => `${textOf(after)}, the reports say ${textOf(expected)}`)
    },
  },
  {
    name: "convergence: the same reports lead to the same status, money and obligations",
    violation: (arrivals) =>
      differing(arrivals, (steps, order) => {
        const after = steps.at(-1)?.after ?? order
        return `${statusOf(after)} ${JSON.stringify(ledgerOf(after))} ${shownAsSet(obligationsOf(after))}`
      }),
  },
  {
    name: "convergence: the same reports send the same webhooks `paid` and `chargeback`, and of a single payment `refund`",
    violation: (arrivals) => {
      const kinds = isPaidOnce(arrivals) ? ["paid", "refund", "chargeback"] : ["paid", "chargeback"]
      const sent = (steps: ReadonlyArray<OrderStep>) => webhooksIn(steps).filter((kind) => kinds.includes(kind))
      return differing(arrivals, (steps) => sent(steps).toSorted().join(", "))
    },
  },
  {
    name: "convergence: of a single payment the same reports send `partial_refund` for each settled refund but the one that completes the whole",
    violation: (arrivals) => {
      if (!isToldPlainly(arrivals)) return null
      const { order, one } = arrivals
      const known = (after: Order) => Math.max(0, refundsThatPaid(after) - (isAllBack(after) ? 1 : 0))
      const expected = (steps: ReadonlyArray<OrderStep>) => known(steps.at(-1)?.after ?? order) - known(order)
      const sent = (steps: ReadonlyArray<OrderStep>) =>
        webhooksIn(steps).filter((kind) => kind === "partial_refund").length
      const steps = stepsOf(orderMachine, order, one)
      return (
        differing(arrivals, (taken) => String(sent(taken))) ??
        unless(sent(steps) === expected(steps), () => `sent ${sent(steps)}, the facts say ${expected(steps)}`)
      )
    },
  },
]

/**
 * If there are two payments, or a refund is reported with two amounts, the order of arrival decides which refund
 * completes the whole.
 */
const isToldPlainly = (arrivals: Arrivals): boolean => {
  const amounts = new Map<string, Set<number>>()
  const note = (refund: string, amount: number) =>
    amounts.set(refund, new Set([...(amounts.get(refund) ?? []), Math.max(0, amount)]))
  for (const { amount, key } of arrivals.order.refunds) note(key, amount)
  for (const told of arrivals.one) if (told._tag === "RefundUpdate") note(told.refund, told.amount)
  return isPaidOnce(arrivals) && [...amounts.values()].every(({ size }) => size === 1)
}

const differing = (
  { order, one, other }: Arrivals,
  shown: (steps: ReadonlyArray<OrderStep>, order: Order) => string,
): string | null => {
  const [left = "", right = ""] = [one, other].map((arrival) => shown(stepsOf(orderMachine, order, arrival), order))
  return unless(left === right, () => `${left} or ${right}`)
}

/** Two payments may cross a refund: then the order of arrival decides if everything was ever refunded. */
const isPaidOnce = ({ one }: Arrivals): boolean =>
  new Set(one.filter((told) => told._tag === "AttemptUpdate" && told.fact === "confirmed")).size <= 1

/** As JSON, with the fields in the order of their names. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    Predicate.isObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** In no order. */
const shownAsSet = (owed: ReadonlyArray<Obligation>): string =>
  owed
    .map((obligation) => JSON.stringify(obligation, Object.keys(obligation).toSorted()))
    .toSorted()
    .join(", ")

/** Money came, or the acquirer still has to report it. */
const isMoneyOnItsWay = ({ facts }: Attempt): boolean => {
  const state = attemptState(facts)
  return state === "sent" || state === "unknown" || state === "approved" || state === "confirmed"
}

/** The attempt is held for review, or its Pix or slip is of the requested kind and can still be paid. */
const isSameAwaited = (
  attempt: Attempt,
  { quote, at }: Extract<OrderMove, { readonly _tag: "StartAttempt" }>,
): boolean => {
  const state = attemptState(attempt.facts)
  const instrument = instrumentOf(attempt)
  const isOver = instrument !== null && instrumentExpiry(instrument) <= at
  return state === "review" || (state === "open" && attempt._tag === quote.method._tag && !isOver)
}

const isAllBack = (order: Order): boolean => {
  const { captured, refunded } = ledgerOf(order)
  return captured > 0 && refunded === captured
}

/** Settled refunds of received money. */
const refundsThatPaid = (order: Order): number =>
  ledgerOf(order).captured === 0
    ? 0
    : order.refunds.filter(({ amount, facts }) => amount > 0 && facts.includes("settled")).length

const isWholeBackNow = ({ after, before }: OrderStep): boolean => !isAllBack(before) && isAllBack(after)

/** Disputes that took the money of a paid order, even if it came back. */
const casesThatTook = (order: Order): number =>
  isConfirmed(order) ? order.cases.filter(({ facts }) => facts.includes("taken") || facts.includes("lost")).length : 0

/** No history uses it, so it is never a repetition. */
const unusedRefund = RefundKey.make("999")
const leastRefund = centavos(1)

/**
 * False if a person has to send the money back: there is a dispute, or the books show more going back than ever came
 * in.
 */
const isForAMachine = (order: Order, owed: Obligation): boolean =>
  owed._tag === "VoidAttempt" ||
  (!hasCase(order, "opened", "taken", "contested", "lost") && ledgerOf(order).refundable >= owed.amount)

/** True if doing the obligation ends it (a refund before its window closes). */
const isDischarged = (order: Order, owed: Obligation, at: Instant): boolean => {
  const { after } = stepOf(orderMachine, order, dischargeOf(order, owed, at))
  return obligationsOf(after).every(({ _tag, attempt }) => _tag !== owed._tag || attempt !== owed.attempt)
}

const dischargeOf = (order: Order, owed: Obligation, at: Instant): OrderMove =>
  owed._tag === "VoidAttempt"
    ? { ...updateAt(owed.attempt, at), fact: "voided" }
    : {
        _tag: "RequestRefund",
        refund: unusedRefund,
        attempt: owed.attempt,
        amount: owed.amount,
        at: order.attempts.find(({ id }) => id === owed.attempt)?.payment?.confirmedAt ?? at,
      }

const updateAt = (attempt: AttemptId, at: Instant) => ({ _tag: "AttemptUpdate" as const, attempt, report: {}, at })

/** For everything undecided, the moves that decide it; if nothing is undecided, a person gives the order up. */
const waysOut = (order: Order, at: Instant): ReadonlyArray<OrderMove> => {
  const ofAttempts = order.attempts.flatMap(({ id, facts }): ReadonlyArray<OrderMove> => {
    switch (attemptState(facts)) {
      case "open":
        return [{ ...updateAt(id, at), fact: "expired" }]
      case "sent":
      case "unknown":
      case "review":
      case "approved":
        return [{ ...updateAt(id, at), fact: "refused" }]
      default:
        return []
    }
  })
  const ofCases = order.cases.flatMap(({ key, attempt, amount, facts }): ReadonlyArray<OrderMove> => {
    const state = caseState(facts)
    return state === "opened" || state === "contested"
      ? [{ _tag: "CaseUpdate", case: key, attempt, amount, fact: "won", at }]
      : []
  })
  return [...ofAttempts, ...ofCases, { _tag: "Cancel", at }]
}

const isFinal = (status: OrderStatus): boolean => orderMachine.final.includes(status)

const statusAfterLeaving = (order: Order, at: Instant): OrderStatus => {
  let current = order
  for (const move of waysOut(order, at)) {
    if (isFinal(statusOf(current))) break
    current = stepOf(orderMachine, current, move).after
  }
  return statusOf(current)
}
