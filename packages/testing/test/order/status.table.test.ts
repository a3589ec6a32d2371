// The table of moves: the status of an order after each event, from each status. The status is a function of the facts
// and uses no table; this is its result when facts arrive in the usual order, as documented for integrators.

import { instant } from "@vintem/domain/calendar"
import { firstAttempt } from "@vintem/domain/identifiers"
import {
  type AttemptFact,
  attemptState,
  evolve,
  ledgerOf,
  type Order,
  OrderStatus,
  obligationsOf,
  orderMachine,
  statusOf,
} from "@vintem/domain/order"
import {
  abandonTimer,
  attemptStarted,
  attemptUpdate,
  cancel,
  caseUpdate,
  complete,
  contest,
  exampleNow,
  exampleOrder,
  type OrderMove,
  type OrderStep,
  refundUpdate,
  requestRefund,
  startAttempt,
  stateAfter,
  stepOf,
  stepsOf,
  webhooksAfter,
  webhooksIn,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

/**
 * A status: the order's next one. `=`: recorded or already known, the status stays. `×`: refused, nothing is written.
 * `p`: parked: recorded, and effective after a payment.
 */
const table = `
| event ↓ / status → | created | pending | risk_analysis | waiting_payment | unpaid | paid | complete | dispute | chargeback | refund | canceled |
|---|---|---|---|---|---|---|---|---|---|---|---|
| attempt started (command) | pending | × | × | pending ¹ | pending | × | × | × | × | × | × |
| pix or slip issued | waiting_payment | waiting_payment | = | = | waiting_payment | = | = | = | = | = | = void it |
| payment confirmed | paid | paid | paid | paid | paid | = ² | = ² | = ² | = ² | paid ² | paid ³ |
| payment refused, voided | unpaid | unpaid ⁴ | unpaid ⁴ | = ⁴ | = | = | = | = | = | = | = |
| sent to review | risk_analysis | risk_analysis | = | risk_analysis | risk_analysis | = | = | = | = | = | = void it |
| review approved | = | = | pending | = | = | = | = | = | = | = | = |
| review rejected | = | = | unpaid | = | = | = | = | = | = | = | = |
| outcome unknown | pending | = | = | = | = | = | = | = | = | = | = |
| instrument expired (timer, asked again first) | = | = | = | unpaid | = | = | = | = | = | = | = |
| cancel (command) | canceled | × ⁵ | canceled | canceled | canceled | × | × | × | × | × | = |
| refund settled, partial | p | p | p | p | p | = ⁶ | = ⁶ | = | = | = | p |
| refund settled, full | p | p | p | p | p | refund | refund | = | = | = | p |
| dispute opened (no money moved) | p | p | p | p | p | dispute | dispute | = | = | dispute | p |
| chargeback (money taken) | p | p | p | p | p | chargeback | chargeback | chargeback | = | chargeback | p |
| contest (command) | × | × | × | × | × | × | × | = | dispute | × | × |
| case won, withdrawn | p | p | p | p | p | = | = | paid, complete or refund ⁷ | paid, complete or refund ⁷ | = | p |
| case lost | p | p | p | p | p | chargeback | chargeback | chargeback | = | chargeback | p |
| complete (command) | × | × | × | × | × | complete | = | × | × | × | × |
| abandon timer | = emits \`abandoned\` | = | = | = | = | = | = | = | = | = | = |
`

/** The usual way to each status: a card, or a Pix if the status waits for the payer. */
const usualWay: Readonly<Record<OrderStatus, ReadonlyArray<OrderMove>>> = {
  created: [],
  pending: [startAttempt(1, "credit")],
  risk_analysis: [startAttempt(1, "credit"), attemptUpdate(1, "review")],
  waiting_payment: [startAttempt(1, "pix"), attemptUpdate(1, "open")],
  unpaid: [startAttempt(1, "credit"), attemptUpdate(1, "refused")],
  paid: [startAttempt(1, "credit"), attemptUpdate(1, "confirmed")],
  complete: [startAttempt(1, "credit"), attemptUpdate(1, "confirmed"), complete],
  dispute: [startAttempt(1, "credit"), attemptUpdate(1, "confirmed"), caseUpdate(1, "opened")],
  chargeback: [startAttempt(1, "credit"), attemptUpdate(1, "confirmed"), caseUpdate(1, "taken")],
  refund: [startAttempt(1, "credit"), attemptUpdate(1, "confirmed"), requestRefund(1), refundUpdate(1, "settled")],
  canceled: [cancel],
}

const orderShowing = (status: OrderStatus): Order => stateAfter(orderMachine, exampleOrder(), usualWay[status])

/** An attempt that was never started: nothing is known about it. */
const nextAttempt = ({ attempts }: Order): number => attempts.length + 1

/** The number of the latest attempt, or of a first one: nothing is known about that one either. */
const latest = ({ attempts }: Order): number => attempts.at(-1)?.id ?? firstAttempt

/** The order with a further attempt, which then has the latest number. The table does not say how it was started. */
const withFurtherAttempt = (order: Order, method: "pix" | "credit" = "credit"): Order =>
  evolve(order, attemptStarted(nextAttempt(order), method))

/** The last attempt in this state; if there is none, a further attempt of the order. */
const withAttempt = (order: Order, ...states: ReadonlyArray<AttemptFact>): readonly [Order, number] => {
  const fitting = order.attempts.findLast(({ facts }) => states.some((one) => one === attemptState(facts)))
  return fitting === undefined ? [withFurtherAttempt(order), nextAttempt(order)] : [order, fitting.id]
}

const inFlight = ["sent", "unknown"] as const
const undecided = [...inFlight, "review", "approved"] as const

const told = ([order, attempt]: readonly [Order, number], fact: AttemptFact): OrderStep =>
  stepOf(orderMachine, order, attemptUpdate(attempt, fact))

/** The event of each row, with its attempt: one that it can happen to, or else a further one. */
const happenings: Readonly<Record<string, (order: Order) => OrderStep>> = {
  "attempt started (command)": (order) => stepOf(orderMachine, order, startAttempt(latest(order) + 1, "credit")),
  "pix or slip issued": (order) => told(withAttempt(order, ...inFlight), "open"),
  "payment confirmed": (order) => told(withAttempt(order, ...undecided, "open"), "confirmed"),
  "payment refused, voided": (order) => told(withAttempt(order, ...undecided), "refused"),
  "sent to review": (order) => told(withAttempt(order, ...inFlight), "review"),
  // A verdict counts for an attempt in review only.
  "review approved": (order) => stepOf(orderMachine, order, attemptUpdate(latest(order), "approved")),
  "review rejected": (order) => stepOf(orderMachine, order, attemptUpdate(latest(order), "rejected")),
  "outcome unknown": (order) =>
    order.attempts.length === 0
      ? told(withAttempt(order), "unknown")
      : stepOf(orderMachine, order, attemptUpdate(latest(order), "unknown")),
  // The timer is set for an issued instrument, also for a Pix left open while the payer tried a card.
  "instrument expired (timer, asked again first)": (order) => {
    const open = order.attempts.find(({ facts }) => attemptState(facts) === "open")
    return stepOf(orderMachine, order, attemptUpdate(open?.id ?? nextAttempt(order), "expired"))
  },
  "cancel (command)": (order) => stepOf(orderMachine, order, cancel),
  "refund settled, partial": (order) => stepOf(orderMachine, order, refundUpdate(2, "settled", { amount: 4_000 })),
  "refund settled, full": (order) => stepOf(orderMachine, order, refundUpdate(2, "settled")),
  "dispute opened (no money moved)": (order) => stepOf(orderMachine, order, caseUpdate(1, "opened")),
  "chargeback (money taken)": (order) => stepOf(orderMachine, order, caseUpdate(1, "taken")),
  "contest (command)": (order) => stepOf(orderMachine, order, contest),
  "case won, withdrawn": (order) => stepOf(orderMachine, order, caseUpdate(1, "won")),
  "case lost": (order) => stepOf(orderMachine, order, caseUpdate(1, "lost")),
  "complete (command)": (order) => stepOf(orderMachine, order, complete),
  "abandon timer": (order) => stepOf(orderMachine, order, abandonTimer),
}

const [head = [], , ...body] = table
  .trim()
  .split("\n")
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const columns = head.slice(1)
const cells = body.flatMap(([row = "", ...printed]) =>
  printed.map((cell, index) => ({ row, status: OrderStatus.literals.find((one) => one === columns[index]), cell })),
)

const happening = (row: string): ((order: Order) => OrderStep) => {
  const happens = happenings[row]
  if (happens === undefined) throw new Error(`Nothing happens in the row "${row}".`)
  return happens
}

/** The status at the beginning of a cell, or null if it is a sign. */
const statusIn = (cell: string): OrderStatus | null =>
  OrderStatus.literals.find((status) => status === cell.split(/[ ,]/u)[0]) ?? null

describe("the table of moves", () => {
  it("has a column for every status and a row for every event", () => {
    expect(columns).toEqual(OrderStatus.literals)
    expect(body.map(([row]) => row)).toEqual(Object.keys(happenings))
    expect(cells).toHaveLength(19 * 11)
  })

  it.each(OrderStatus.literals)("starts from an order with status %s", (status) => {
    expect(statusOf(orderShowing(status))).toBe(status)
  })

  it.each(cells)("$row, $status: $cell", ({ row, status = "created", cell }) => {
    const order = orderShowing(status)
    const { refusal, changes, after } = happening(row)(order)

    if (cell.startsWith("×")) {
      expect(refusal).not.toBeNull()
      expect(changes).toEqual([])
      return
    }
    expect(refusal).toBeNull()

    if (cell.startsWith("=")) {
      expect(statusOf(after)).toBe(status)
    } else if (cell === "p") {
      expect(changes).toHaveLength(1)
      expect(statusOf(after)).toBe(status)
      // After a payment is recorded, the status is as if the payment had come first.
      const whenPaid = body.find(([name]) => name === row)?.[columns.indexOf("paid") + 1] ?? ""
      expect(statusOf(happening("payment confirmed")(after).after)).toBe(statusIn(whenPaid) ?? "paid")
    } else if (cell.includes(" or ")) {
      const fact = status === "dispute" ? "opened" : "taken"
      for (const withoutCase of ["paid", "complete", "refund"] as const) {
        const disputed = stepOf(orderMachine, orderShowing(withoutCase), caseUpdate(1, fact)).after
        expect(statusOf(disputed)).toBe(status)
        expect(statusOf(happening(row)(disputed).after)).toBe(withoutCase)
      }
    } else {
      expect(statusOf(after)).toBe(statusIn(cell))
    }
  })

  it.each([
    ["pending", [startAttempt(2, "credit")]],
    ["risk_analysis", [startAttempt(2, "credit"), attemptUpdate(2, "review")]],
    ["paid", [startAttempt(2, "credit"), attemptUpdate(2, "confirmed")]],
    ["canceled", [cancel]],
  ] as const)("instrument expired, %s with a Pix left open: =", (status, moves) => {
    const order = stateAfter(orderMachine, exampleOrder(), [...usualWay.waiting_payment, ...moves])
    expect(statusOf(order)).toBe(status)
    const { changes, after } = happening("instrument expired (timer, asked again first)")(order)
    expect(changes).toHaveLength(1)
    expect(statusOf(after)).toBe(status)
  })

  it.each([
    ["opened", "contested", "dispute"],
    ["taken", "contested", "dispute"],
    ["lost", "opened", "chargeback"],
    ["lost", "taken", "chargeback"],
  ] as const)("a dispute %s and then %s shows %s", (first, second, status) => {
    expect(
      statusOf(stateAfter(orderMachine, orderShowing("paid"), [caseUpdate(1, first), caseUpdate(1, second)])),
    ).toBe(status)
  })
})

describe("the notes of the table of moves", () => {
  const waiting = orderShowing("waiting_payment")
  const afterwards = instant(exampleNow + 60_000)

  it("void it: an instrument or a review after the cancelation has to be voided", () => {
    for (const row of ["pix or slip issued", "sent to review"]) {
      expect(obligationsOf(happening(row)(orderShowing("canceled")).after)).toEqual([
        { _tag: "VoidAttempt", attempt: 1 },
      ])
    }
  })

  it("emits `abandoned`: from created, once, and from no other status", () => {
    const twice = stepsOf(orderMachine, orderShowing("created"), [abandonTimer, abandonTimer])
    expect(webhooksIn(twice)).toEqual(["abandoned"])
    for (const status of OrderStatus.literals.filter((one) => one !== "created")) {
      expect(stepOf(orderMachine, orderShowing(status), abandonTimer).changes).toEqual([])
    }
  })

  it("¹ another method may be tried while a Pix is open, the same may not, and the open Pix stays payable", () => {
    expect(stepOf(orderMachine, waiting, startAttempt(2, "pix")).refusal?.reason).toBe("InstrumentOpen")
    const trying = stepOf(orderMachine, waiting, startAttempt(2, "credit")).after
    expect(statusOf(stepOf(orderMachine, trying, attemptUpdate(1, "confirmed")).after)).toBe("paid")
  })

  it.each(["paid", "complete", "dispute", "chargeback", "refund"] as const)(
    "² a second payment of an order with status %s is owed back, and not announced",
    (status) => {
      const taken = happening("payment confirmed")(orderShowing(status))
      expect(obligationsOf(taken.after)).toEqual([{ _tag: "RefundDuplicate", attempt: 2, amount: 10_000 }])
      expect(webhooksAfter(taken)).not.toContain("paid")
    },
  )

  it.each([
    ["kept", []],
    ["given back meanwhile", [requestRefund(1, { attempt: 2 }), refundUpdate(1, "settled", { attempt: 2 })]],
  ])("² the payment that came second is owed back, even if it was attempted first and the other was %s", (_, moves) => {
    const paid = stepsOf(orderMachine, waiting, [startAttempt(2, "credit"), attemptUpdate(2, "confirmed"), ...moves])
    const { after } = stepOf(
      orderMachine,
      paid.at(-1)?.after ?? waiting,
      attemptUpdate(1, "confirmed", { at: afterwards }),
    )
    expect(obligationsOf(after)).toEqual([{ _tag: "RefundDuplicate", attempt: 1, amount: 10_000 }])
  })

  it("³ money after the cancelation is accepted and announced", () => {
    expect(webhooksAfter(happening("payment confirmed")(orderShowing("canceled")))).toEqual(["paid"])
  })

  it.each(["refused", "voided"] as const)("⁴ an attempt %s leaves the status to another live attempt", (fact) => {
    const trying = stepOf(orderMachine, waiting, startAttempt(2, "credit")).after
    const held = stepOf(orderMachine, trying, attemptUpdate(2, "review")).after
    expect(statusOf(stepOf(orderMachine, trying, attemptUpdate(2, fact)).after)).toBe("waiting_payment")
    expect(statusOf(stepOf(orderMachine, held, attemptUpdate(2, fact)).after)).toBe("waiting_payment")
    expect(statusOf(stepOf(orderMachine, trying, attemptUpdate(1, fact)).after)).toBe("pending")
    expect(statusOf(stepOf(orderMachine, waiting, attemptUpdate(1, fact)).after)).toBe("unpaid")
  })

  it("⁵ the acquirer is asked first, and the order is canceled after its answer", () => {
    for (const fact of ["sent", "unknown"] as const) {
      const pending = stepOf(orderMachine, orderShowing("pending"), attemptUpdate(1, fact)).after
      expect(stepOf(orderMachine, pending, cancel).refusal?.reason).toBe("OutcomeUnknown")
      const answered = stepOf(orderMachine, pending, attemptUpdate(1, "refused")).after
      expect(statusOf(stepOf(orderMachine, answered, cancel).after)).toBe("canceled")
    }
  })

  it("⁶ part of the money was refunded, and the status stays", () => {
    for (const status of ["paid", "complete"] as const) {
      const { after } = happening("refund settled, partial")(orderShowing(status))
      expect(ledgerOf(after)).toMatchObject({ captured: 10_000, refunded: 4_000, refundable: 6_000 })
    }
  })

  it("no refund is accepted while a dispute is open", () => {
    expect(stepOf(orderMachine, orderShowing("dispute"), requestRefund(2)).refusal?.reason).toBe("CaseOpen")
    expect(stepOf(orderMachine, orderShowing("chargeback"), requestRefund(2)).refusal?.reason).toBe("ChargedBack")
  })
})
