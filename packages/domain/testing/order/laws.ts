/**
 * What is true of every order and of every step it takes, as named values: a property, a walk over all states or a simulation
 * runs them.
 *
 * A law answers with what is wrong, or null. Laws hold of orders that lived through `live`, so that every attempt was started by a
 * command that was accepted.
 */
import type { Instant } from "../../src/calendar/instant.ts"
import { PaymentMethod } from "../../src/method/payment-method.ts"
import { centavos } from "../../src/money/centavos.ts"
import { total } from "../../src/money/total.ts"
import { allowedCommands } from "../../src/order/decide.ts"
import { attemptStanding, caseStanding, isInFlight, refundStanding } from "../../src/order/facts.ts"
import { type AttemptId, RefundKey } from "../../src/order/identifiers.ts"
import { ledgerOf } from "../../src/order/ledger.ts"
import { type Obligation, obligationsOf } from "../../src/order/obligations.ts"
import type { Order } from "../../src/order/order.ts"
import type { OrderStatus } from "../../src/order/order-status.ts"
import type { OrderCommandName } from "../../src/order/refusals.ts"
import { capturedOf, hasCase, isConfirmed, statusOf } from "../../src/order/status-rules.ts"
import { exampleAttemptKey, exampleCharge } from "./example-order.ts"
import { isNews, type OrderMove, type Step, step } from "./live.ts"
import { statusByTheBook } from "./second-account.ts"

/** Something that is true of every order, always. */
export interface OrderLaw {
  readonly name: string
  /** What is wrong with the order at this instant, or null. */
  readonly broken: (order: Order, at: Instant) => string | null
}

/** Something that is true of every step, from whatever order it is taken. */
export interface StepLaw {
  readonly name: string
  /** What is wrong with the step, or null. */
  readonly broken: (taken: Step) => string | null
}

/** Says what is wrong unless the law holds. */
const unless = (holds: boolean, wrong: () => string): string | null => (holds ? null : wrong())

/** What is true of an order at any instant of its life. */
export const orderLaws: ReadonlyArray<OrderLaw> = [
  {
    name: "agreement: the status is what a second, simpler account of the facts makes of them",
    broken: (order) => {
      const expected = statusByTheBook(order)
      return unless(statusOf(order) === expected, () => `shows ${statusOf(order)}, the facts say ${expected}`)
    },
  },
  {
    name: "exclusiveness: at most one attempt is in flight",
    broken: (order) => {
      const inFlight = order.attempts.filter(({ facts }) => isInFlight(facts))
      return unless(inFlight.length <= 1, () => `${inFlight.length} attempts in flight`)
    },
  },
  {
    name: "conservation: refunded, reserved and charged back are together at most what was captured",
    broken: (order) => {
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
    name: "candor: the commands said to be allowed are those that would be accepted",
    broken: (order, at) => {
      const said = allowedCommands(order, at).join(", ")
      const accepted = acceptedCommands(order, at).join(", ")
      return unless(said === accepted, () => `said: ${said || "none"}; accepted: ${accepted || "none"}`)
    },
  },
  {
    name: "way out: timers, answers of the acquirer and verbs of a person lead from every status to a final one",
    broken: (order, at) => {
      const status = statusAfterLeaving(order, at)
      return unless(finalStatuses.has(status), () => `no way out of ${status}`)
    },
  },
  {
    name: "way out: what is owed can be done, and is owed no longer once it is",
    broken: (order, at) => {
      const stuck = obligationsOf(order).filter((owed) => isForAMachine(order, owed) && !isDischarged(order, owed, at))
      return unless(stuck.length === 0, () => JSON.stringify(stuck))
    },
  },
]

/** What is true of every step from one order to the next. */
export const stepLaws: ReadonlyArray<StepLaw> = [
  {
    name: "acceptance: news is never refused, and a refused command changes nothing",
    broken: ({ move, refusal, changes }) =>
      unless(refusal === null || (!isNews(move) && changes.length === 0), () => `${refusal?.reason} and yet recorded`),
  },
  {
    name: "silence: what was done or told before causes nothing, and is no fault",
    broken: ({ after, move, refusal }) => {
      const again = step(after, move)
      return unless(
        refusal === null ? again.changes.length === 0 && again.refusal === null : again.refusal !== null,
        () => `the second time: ${again.refusal?.reason ?? `${again.changes.length} events`}`,
      )
    },
  },
  {
    name: "permanence: what was learned stays known",
    broken: ({ before, after }) =>
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
    name: "numbering: the version counts the events",
    broken: ({ before, changes, after }) =>
      unless(after.version === before.version + changes.length, () => `${changes.length} events, ${after.version}`),
  },
  {
    name: "conservation: an accepted refund never promises more than came in, of the order or of the attempt",
    broken: ({ move, changes, after }) => {
      if (move._tag !== "RequestRefund" || changes.length === 0) return null
      const underWayOrDone = after.refunds.filter(({ facts }) => refundStanding(facts) !== "failed")
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
    name: "announcement: a webhook follows a change it tells of, and nothing else",
    broken: ({ before, changes, after, webhooks }) => {
      const entered = (status: OrderStatus) => statusOf(before) !== status && statusOf(after) === status
      const count = (kind: string) => webhooks.filter((sent) => sent === kind).length
      const expected = {
        paid: isConfirmed(after) && !isConfirmed(before) ? 1 : 0,
        unpaid: entered("unpaid") ? 1 : 0,
        canceled: entered("canceled") ? 1 : 0,
        abandoned: after.abandonedAt !== null && before.abandonedAt === null ? 1 : 0,
      }
      return unless(
        (changes.length > 0 || webhooks.length === 0) &&
          Object.entries(expected).every(([kind, times]) => count(kind) === times) &&
          count("waiting_payment") <= (entered("waiting_payment") ? 1 : 0),
        () => `from ${statusOf(before)} to ${statusOf(after)}: ${webhooks.join(", ") || "none"}`,
      )
    },
  },
]

/** The laws an order breaks, with what is wrong. */
export const brokenByOrder = (order: Order, at: Instant): ReadonlyArray<string> =>
  orderLaws.flatMap(({ name, broken }) => wrongWith(name, broken(order, at)))

/** The laws a step breaks, with what is wrong. */
export const brokenByStep = (taken: Step): ReadonlyArray<string> =>
  stepLaws.flatMap(({ name, broken }) => wrongWith(name, broken(taken)))

const wrongWith = (name: string, wrong: string | null): ReadonlyArray<string> =>
  wrong === null ? [] : [`${name} (${wrong})`]

/** Where nothing is awaited any more, though much may still come: money late or twice, a case, a refund. */
export const finalStatuses: ReadonlySet<OrderStatus> = new Set(["paid", "complete", "refund", "chargeback", "canceled"])

/** Used by no history, and so never a repetition. */
const unusedAttempt = exampleAttemptKey(999)
const unusedRefund = RefundKey.make("999")
const anyCharges = PaymentMethod.literals.map((method) => exampleCharge(method))

/** The commands of which at least one form is accepted now, and not as a repetition. */
const acceptedCommands = (order: Order, at: Instant): ReadonlyArray<OrderCommandName> => {
  const one = centavos(1)
  const forms: ReadonlyArray<OrderMove & { readonly _tag: OrderCommandName }> = [
    ...anyCharges.map((charge) => ({ _tag: "StartAttempt" as const, key: unusedAttempt, ...charge, at })),
    { _tag: "Cancel", at },
    { _tag: "Complete", at },
    { _tag: "Contest", at },
    ...order.attempts.map(({ id }) => ({ _tag: "Resolve" as const, attempt: id, verdict: "paid" as const, at })),
    ...order.attempts.map(({ id }) => ({
      _tag: "RequestRefund" as const,
      refund: unusedRefund,
      attempt: id,
      amount: one,
      at,
    })),
  ]
  return [...new Set(forms.filter((form) => step(order, form).changes.length > 0).map(({ _tag }) => _tag))]
}

/** While a case is about money goes back by hand, and so it does where the books show more going back than ever came in. */
const isForAMachine = (order: Order, owed: Obligation): boolean =>
  owed._tag === "VoidAttempt" ||
  (!hasCase(order, "opened", "taken", "contested", "lost") && ledgerOf(order).refundable >= owed.amount)

/** Whether doing what is owed, a refund before its window closes, makes an end of it. */
const isDischarged = (order: Order, owed: Obligation, at: Instant): boolean => {
  const { after } = step(order, dischargeOf(order, owed, at))
  return obligationsOf(after).every(({ _tag, attempt }) => _tag !== owed._tag || attempt !== owed.attempt)
}

const dischargeOf = (order: Order, owed: Obligation, at: Instant): OrderMove =>
  owed._tag === "VoidAttempt"
    ? { ...newsAt(owed.attempt, at), fact: "voided" }
    : {
        _tag: "RequestRefund",
        refund: unusedRefund,
        attempt: owed.attempt,
        amount: owed.amount,
        at: order.attempts.find(({ id }) => id === owed.attempt)?.payment?.confirmedAt ?? at,
      }

const newsAt = (attempt: AttemptId, at: Instant) => ({ _tag: "AttemptNews" as const, attempt, report: {}, at })

/** For everything undecided, the finite thing that decides it; where nothing is, a person gives the order up. */
const waysOut = (order: Order, at: Instant): ReadonlyArray<OrderMove> => {
  const ofAttempts = order.attempts.flatMap(({ id, facts }): ReadonlyArray<OrderMove> => {
    switch (attemptStanding(facts)) {
      case "open":
        return [{ ...newsAt(id, at), fact: "expired" }]
      case "sent":
      case "unknown":
      case "review":
      case "approved":
        return [{ ...newsAt(id, at), fact: "refused" }]
      default:
        return []
    }
  })
  const ofCases = order.cases.flatMap(({ key, attempt, amount, facts }): ReadonlyArray<OrderMove> => {
    const standing = caseStanding(facts)
    return standing === "opened" || standing === "contested"
      ? [{ _tag: "CaseNews", case: key, attempt, amount, fact: "won", at }]
      : []
  })
  return [...ofAttempts, ...ofCases, { _tag: "Cancel", at }]
}

const statusAfterLeaving = (order: Order, at: Instant): OrderStatus => {
  let current = order
  for (const move of waysOut(order, at)) {
    if (finalStatuses.has(statusOf(current))) break
    current = step(current, move).after
  }
  return statusOf(current)
}
