// Every state that an order can reach with a few attempts, refunds and disputes, and every sequence in which a few
// facts can arrive.

import {
  type CaseFact,
  ledgerOf,
  type Order,
  type OrderReport,
  OrderStatus,
  orderMachine,
  statusOf,
  type WebhookKind,
} from "@vintem/domain/order"
import {
  abandonTimer,
  attemptStarted,
  attemptUpdate,
  cancel,
  caseUpdate,
  complete,
  contest,
  exampleOrder,
  type OrderMove,
  type OrderStep,
  orderCanceled,
  orderCompleted,
  orderLaws,
  orderStepLaws,
  refundUpdate,
  requestRefund,
  resolveByHand,
  startAttempt,
  stepOf,
  testedOrder,
  walkOf,
  webhooksAfter,
} from "@vintem/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// Hundreds of thousands of commands are refused here. Nobody reads their stack traces, and recording them takes a
// quarter of the time.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

/** The state without versions and instants, which are all alike here. */
const markOf = ({ details, version, updatedAt, ...rest }: Order): string => {
  const attempts = rest.attempts.map(({ _tag, id, payment, facts }) => [id, _tag, payment, ...facts])
  return JSON.stringify({ ...rest, attempts })
}

/** Sent at most once in the life of an order. */
const isOnce = (kind: WebhookKind): boolean => ["paid", "refund", "canceled", "abandoned"].includes(kind)

const plan = {
  start: exampleOrder(),
  markOf,
  stepLaws: orderStepLaws,
  stateLaws: orderLaws,
  announcements: (taken: OrderStep) => webhooksAfter(taken).filter(isOnce),
}

const payingByPix: ReadonlyArray<OrderMove> = [
  startAttempt(1, "pix"),
  attemptUpdate(1, "open"),
  attemptUpdate(1, "expired"),
  attemptUpdate(1, "confirmed"),
]

const payingByCard: ReadonlyArray<OrderMove> = [
  startAttempt(2, "credit"),
  attemptUpdate(2, "unknown"),
  attemptUpdate(2, "review"),
  attemptUpdate(2, "approved"),
  attemptUpdate(2, "rejected"),
  attemptUpdate(2, "refused"),
  attemptUpdate(2, "voided"),
  attemptUpdate(2, "confirmed"),
]

const resolving: ReadonlyArray<OrderMove> = [resolveByHand(2, "paid"), resolveByHand(2, "unpaid")]

const refunding = (refund: number, attempt: number, amount = 10_000): ReadonlyArray<OrderMove> => [
  requestRefund(refund, { attempt, amount }),
  refundUpdate(refund, "processing", { attempt, amount }),
  refundUpdate(refund, "failed", { attempt, amount }),
  refundUpdate(refund, "settled", { attempt, amount }),
]

const disputing = (dispute: number, ...facts: ReadonlyArray<CaseFact>): ReadonlyArray<OrderMove> =>
  facts.map((fact) => caseUpdate(dispute, fact))

const everywhere = Number.POSITIVE_INFINITY

const walks: ReadonlyArray<{
  readonly about: string
  readonly moves: ReadonlyArray<OrderMove>
  readonly depthMax: number
  readonly shows: ReadonlyArray<OrderStatus>
}> = [
  {
    about: "a Pix, a card, a refund and a case, six moves deep",
    moves: [
      ...[...payingByPix, ...payingByCard, ...refunding(1, 1), ...disputing(1, "opened", "taken", "won", "lost")],
      ...[cancel, complete, contest, abandonTimer],
    ],
    depthMax: 6,
    shows: OrderStatus.literals,
  },
  {
    about: "a Pix and a card, unpaid or paid, to the end",
    moves: [...payingByPix, ...payingByCard, ...resolving, cancel, abandonTimer],
    depthMax: everywhere,
    shows: ["created", "pending", "risk_analysis", "waiting_payment", "unpaid", "paid", "canceled"],
  },
  {
    about: "two payments and two refunds of the first, to the end",
    moves: [
      ...[startAttempt(1, "pix"), attemptUpdate(1, "open"), startAttempt(2, "credit"), complete],
      ...[attemptUpdate(1, "confirmed"), attemptUpdate(2, "confirmed")],
      ...[...refunding(1, 1), requestRefund(2), refundUpdate(2, "failed"), refundUpdate(2, "settled")],
    ],
    depthMax: everywhere,
    shows: ["created", "pending", "waiting_payment", "paid", "complete", "refund"],
  },
  {
    about: "a payment, a refund of part of it and two cases, to the end",
    moves: [
      ...[startAttempt(1, "pix"), attemptUpdate(1, "confirmed"), complete, contest],
      ...[...disputing(1, "opened", "taken", "contested", "won", "lost"), ...disputing(2, "taken", "won")],
      ...[requestRefund(1, { amount: 4_000 }), refundUpdate(1, "settled", { amount: 4_000 })],
    ],
    depthMax: everywhere,
    shows: ["created", "pending", "paid", "complete", "dispute", "chargeback"],
  },
]

describe("every reachable state", () => {
  it.each(walks)("keeps the laws: $about", ({ moves, depthMax, shows }) => {
    const { counterexample, shown } = walkOf(testedOrder, { ...plan, moves, depthMax })
    expect(counterexample).toBeNull()
    expect(shown).toEqual(new Set(shows))
  })

  it("is reached by the shortest way, which a failure prints", () => {
    const { counterexample } = walkOf(testedOrder, {
      ...plan,
      moves: [...payingByPix, ...disputing(1, "taken")],
      depthMax: everywhere,
      stateLaws: [
        { name: "keeping", violation: (order) => (statusOf(order) === "chargeback" ? "the money is gone" : null) },
      ],
    })
    expect(counterexample).toBe(
      [
        "keeping (the money is gone) after",
        "  1. StartAttempt pix of 10000 under attempt0000000000000000001: pending",
        "  2. attempt 1 confirmed: paid",
        "  3. case case1 taken, 10000 of attempt 1: chargeback",
      ].join("\n"),
    )
  })
})

/** The result after some facts have arrived. */
interface Arrival {
  readonly order: Order
  readonly sent: ReadonlyArray<WebhookKind>
}

/** The part of the result that all arrivals of the same facts must share. */
const outcomeOf = ({ order, sent }: Arrival): string => {
  const payments = order.attempts.filter(({ facts }) => facts.includes("confirmed")).length
  // Two payments may cross a refund: then the order of arrival decides if everything was ever refunded.
  const claimed = sent.filter((kind) => kind !== "refund" || payments < 2)
  return JSON.stringify([statusOf(order), ledgerOf(order), claimed])
}

const isAboutMoney = (kind: WebhookKind): boolean => ["paid", "refund", "chargeback"].includes(kind)

/**
 * Applies up to `factsMax` of the facts in every possible order. Returns the first set of facts whose arrivals do not
 * all agree, or null.
 *
 * A set's arrivals are those of each set with one fact less, followed by that fact: so all orders are covered, and none
 * is walked from the start again.
 */
const disagreement = (start: Order, facts: ReadonlyArray<OrderReport>, factsMax: number): string | null => {
  const arrivals = new Map<number, ReadonlyArray<Arrival>>([[0, [{ order: start, sent: [] }]]])
  for (let set = 1; set < 2 ** facts.length; set += 1) {
    const members = facts.flatMap((fact, index) =>
      (set & (1 << index)) === 0 ? [] : [{ fact, without: set ^ (1 << index) }],
    )
    if (members.length > factsMax) continue
    const distinct = new Map<string, Arrival>()
    for (const { fact, without } of members) {
      for (const { order, sent } of arrivals.get(without) ?? []) {
        const taken = stepOf(orderMachine, order, fact)
        const arrival = { order: taken.after, sent: [...sent, ...webhooksAfter(taken).filter(isAboutMoney)].toSorted() }
        distinct.set(`${markOf(taken.after)} ${arrival.sent.join()}`, arrival)
      }
    }
    const outcomes = new Set([...distinct.values()].map(outcomeOf))
    if (outcomes.size > 1) {
      return `${members.map(({ fact }) => testedOrder.describe(fact)).join("; ")}: ${[...outcomes].join(" or ")}`
    }
    arrivals.set(set, [...distinct.values()])
  }
  return null
}

describe("every order of arrival", () => {
  const facts: ReadonlyArray<OrderReport> = [
    ...(["open", "expired", "confirmed"] as const).map((fact) => attemptUpdate(1, fact)),
    ...(["unknown", "review", "approved", "rejected", "confirmed"] as const).map((fact) => attemptUpdate(2, fact)),
    ...(["failed", "settled"] as const).map((fact) => refundUpdate(1, fact, { attempt: 1 })),
    ...(["opened", "taken", "contested", "won", "lost"] as const).map((fact) => caseUpdate(1, fact)),
  ]
  const sent = [attemptStarted(1, "pix"), attemptStarted(2, "credit")]

  it.each([
    ["sent twice", exampleOrder(...sent)],
    ["canceled meanwhile", exampleOrder(...sent, orderCanceled)],
    ["completed meanwhile", exampleOrder(...sent, orderCompleted)],
  ])("of up to six facts gives the same status, books and webhooks about money: an order %s", (_, order) => {
    expect(disagreement(order, facts, 6)).toBeNull()
  })
})
