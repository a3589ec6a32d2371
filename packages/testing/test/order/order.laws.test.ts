// Laws of every order: of each step of its life, of any arrival of its reports, and of its log.

import { instant } from "@vintem/domain/calendar"
import { fold } from "@vintem/domain/machine"
import {
  evolve,
  isConfirmed,
  ledgerOf,
  type Order,
  type OrderChange,
  OrderDetails,
  OrderEvent,
  OrderRefusal,
  type OrderReport,
  OrderStatus,
  obligationsOf,
  orderMachine,
  paidAtOf,
  placed,
  progressFromStored,
  StoredProgress,
  statusOf,
  storedFromProgress,
} from "@vintem/domain/order"
import { paymentStateOf } from "@vintem/domain/payment-link"
import { renewalStateOf } from "@vintem/domain/subscription"
import {
  arrivals,
  arrivalsOf,
  exampleOrder,
  histories,
  knowledgeOf,
  knowledgeWithoutTimes,
  machineSuite,
  orderArrivalLaws,
  orderLaws,
  orderStepLaws,
  recountedReports,
  recountedStatus,
  type Situation,
  situations,
  stateAfter,
  testedOrder,
  webhooksIn,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const readDetails = Schema.decodeSync(Schema.fromJsonString(OrderDetails))
const readProgress = Schema.decodeSync(Schema.fromJsonString(StoredProgress))

machineSuite("an order", {
  tested: testedOrder,
  lives: histories.map(({ cast, steps }) => ({ creation: cast.placing, steps })),
  stateLaws: orderLaws,
  stepLaws: orderStepLaws,
  statuses: OrderStatus.literals,
  refusals: OrderRefusal.literals,
  recountedStatus: (log) => recountedStatus(fold(orderMachine, log) ?? exampleOrder()),
  readBack: ({ details, version, ...progress }) => {
    const learned = progressFromStored(readProgress(JSON.stringify(storedFromProgress(progress))))
    return learned === null ? null : { details: readDetails(JSON.stringify(details)), version, ...learned }
  },
  readLog: Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(OrderEvent))),
})

describe("reports to an order", () => {
  /** A situation, with its reports in two orders of arrival. */
  const arrived = (situation: fc.Arbitrary<Situation>) =>
    situation.chain(({ order, reports }) =>
      fc.record({
        order: fc.constant(order),
        reports: fc.constant(reports),
        one: arrivalsOf(reports),
        other: arrivalsOf(reports),
      }),
    )

  /** An arrival in the service's time: each report a moment after the previous one. */
  const inTime = (order: Order, arrival: ReadonlyArray<OrderReport>): ReadonlyArray<OrderReport> =>
    arrival.map((report, index) => ({ ...report, at: instant(order.updatedAt + index + 1) }))

  it("convergence: lead in any order, and twice, to the same order, to the last field, and the same consequences", () => {
    fc.assert(
      fc.property(arrived(situations()), ({ order, one, other }) => {
        const [left, right] = [stateAfter(orderMachine, order, one), stateAfter(orderMachine, order, other)]
        expect(knowledgeOf(left)).toEqual(knowledgeOf(right))
        expect(statusOf(left)).toBe(statusOf(right))
        expect(ledgerOf(left)).toEqual(ledgerOf(right))
        expect(obligationsOf(left)).toEqual(obligationsOf(right))
        expect(paymentStateOf(left)).toEqual(paymentStateOf(right))
        expect(renewalStateOf(left)).toEqual(renewalStateOf(right))
      }),
      { numRuns: 1_000 },
    )
  })

  it("convergence: lead at any time to the same order, apart from the times of recording", () => {
    fc.assert(
      fc.property(arrived(situations()), ({ order, one, other }) => {
        const [left, right] = [one, other].map((arrival) => stateAfter(orderMachine, order, inTime(order, arrival)))
        expect(left === undefined ? null : knowledgeWithoutTimes(left)).toEqual(
          right === undefined ? undefined : knowledgeWithoutTimes(right),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it("agreement: lead to the same knowledge as a second, simpler implementation, to the last field", () => {
    fc.assert(
      fc.property(arrived(situations()), ({ order, reports, one }) => {
        expect(knowledgeOf(stateAfter(orderMachine, order, one))).toEqual({
          ...knowledgeOf(order),
          ...recountedReports(order, reports),
        })
      }),
      { numRuns: 1_000 },
    )
  })

  it("silence: are not recorded if everything in them is known, whenever they arrive", () => {
    fc.assert(
      fc.property(arrived(situations()), fc.integer({ min: -1_000, max: 1_000 }), ({ order, reports, one }, late) => {
        const after = stateAfter(orderMachine, order, one)
        for (const told of reports)
          expect(orderMachine.record(after, { ...told, at: instant(after.updatedAt + late) })).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it.each(orderArrivalLaws)("$name, in any order and twice", ({ violation }) => {
    fc.assert(
      fc.property(fc.oneof(arrivals(), arrivals({ paymentsMax: 1 })), (arrived) => {
        expect(violation(arrived)).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("when an order was paid", () => {
  it("agreement: is the earliest instant at which its log confirms an attempt, whatever else is in it", () => {
    fc.assert(
      fc.property(histories, ({ changes, order }) => {
        const instants = changes.flatMap((change) =>
          (change._tag === "AttemptReported" && change.fact === "confirmed") ||
          (change._tag === "AttemptResolved" && change.verdict === "paid")
            ? [change.at]
            : [],
        )
        expect(paidAtOf(order)).toBe(instants.length === 0 ? null : Math.min(...instants))
      }),
      { numRuns: 500 },
    )
  })

  it("permanence: never changes, and is known if and only if the order is confirmed", () => {
    fc.assert(
      fc.property(histories, ({ steps }) => {
        for (const { before, after } of steps) {
          expect(paidAtOf(after) !== null).toBe(isConfirmed(after))
          if (paidAtOf(before) !== null) expect(paidAtOf(after)).toBe(paidAtOf(before))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe("the webhooks of an order", () => {
  it("uniqueness: `paid`, `refund`, `canceled` and `abandoned` are sent at most once", () => {
    fc.assert(
      fc.property(histories, ({ steps }) => {
        const once = webhooksIn(steps).filter((kind) => ["paid", "refund", "canceled", "abandoned"].includes(kind))
        expect(once).toEqual([...new Set(once)])
      }),
      { numRuns: 300 },
    )
  })

  it("uniqueness: `chargeback` is sent once for each dispute that took money, `waiting_payment` for each instrument", () => {
    fc.assert(
      fc.property(histories, ({ steps, order }) => {
        const sent = webhooksIn(steps)
        const isPaid = order.attempts.some(({ facts }) => facts.includes("confirmed"))
        const taken = order.cases.filter(({ facts }) => facts.includes("taken") || facts.includes("lost"))
        const issued = order.attempts.filter(({ facts }) => facts.includes("open"))
        expect(sent.filter((kind) => kind === "chargeback")).toHaveLength(isPaid ? taken.length : 0)
        expect(sent.filter((kind) => kind === "waiting_payment").length).toBeLessThanOrEqual(issued.length)
      }),
      { numRuns: 300 },
    )
  })
})

const isStart = ({ _tag }: OrderChange): boolean => _tag === "AttemptStarted"

describe("the log of an order", () => {
  it("convergence: folds to one order, in any sequence of reports, verdicts and decisions", () => {
    const shuffled = histories.chain((history) => {
      const [starts, others] = [history.changes.filter(isStart), history.changes.filter((change) => !isStart(change))]
      return fc.record({
        history: fc.constant(history),
        starts: fc.constant(starts),
        others: fc.shuffledSubarray(others, { minLength: others.length }),
      })
    })
    fc.assert(
      fc.property(shuffled, ({ history: { cast, order }, starts, others }) => {
        const { version, updatedAt, ...folded } = [...starts, ...others].reduce(evolve, placed(cast.placing))
        expect([version, updatedAt]).toEqual([order.version, order.updatedAt])
        expect(knowledgeOf({ version, updatedAt, ...folded })).toEqual(knowledgeOf(order))
      }),
      { numRuns: 300 },
    )
  })
})
