// What is true of every order: of each step of its life, of any arrival of its news, and of its log.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { arrivalsOf, casts, histories, type Situation, situations } from "../../testing/order/arbitraries.ts"
import { knowledgeOf, timelessOf } from "../../testing/order/knowledge.ts"
import { orderLaws, stepLaws } from "../../testing/order/laws.ts"
import { live, orderAfter, webhooksIn } from "../../testing/order/live.ts"
import { statusByTheBook, toldByTheBook } from "../../testing/order/second-account.ts"
import { instant } from "../calendar/instant.ts"
import { paymentStandingOf } from "../payment-link/payment-standing.ts"
import { renewalStandingOf } from "../subscription/renewal-standing.ts"
import type { OrderNews } from "./commands.ts"
import { hear } from "./decide.ts"
import type { OrderChange, OrderEvent } from "./events.ts"
import { evolve, fold, placed } from "./evolve.ts"
import { ledgerOf } from "./ledger.ts"
import { obligationsOf } from "./obligations.ts"
import type { Order } from "./order.ts"
import { OrderStatus } from "./order-status.ts"
import { orderRules, statusOf } from "./status-rules.ts"
import type { WebhookKind } from "./webhooks.ts"

describe("an order", () => {
  it.each(orderLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(histories, ({ steps }) => {
        for (const { after, move } of steps) expect(broken(after, move.at)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})

describe("each step of an order", () => {
  it.each(stepLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(histories, ({ steps }) => {
        for (const taken of steps) expect(broken(taken)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})

describe("news of an order", () => {
  /** A situation, and two ways in which its news may arrive. */
  const arrived = (situation: fc.Arbitrary<Situation>) =>
    situation.chain(({ order, news }) =>
      fc.record({ order: fc.constant(order), news: fc.constant(news), one: arrivalsOf(news), other: arrivalsOf(news) }),
    )

  /** The same arrival in the service's time: each piece of news a moment after the one before. */
  const inTime = (order: Order, arrival: ReadonlyArray<OrderNews>): ReadonlyArray<OrderNews> =>
    arrival.map((news, index) => ({ ...news, at: instant(order.updatedAt + index + 1) }))

  const kinds = (webhooks: ReadonlyArray<WebhookKind>, ...wanted: ReadonlyArray<WebhookKind>) =>
    webhooks.filter((kind) => wanted.includes(kind)).toSorted()

  it("convergence: arrives in any order, and twice, at the same order, to the last field, and at what follows from it", () => {
    fc.assert(
      fc.property(arrived(situations()), ({ order, one, other }) => {
        const [left, right] = [orderAfter(order, live(order, one)), orderAfter(order, live(order, other))]
        expect(knowledgeOf(left)).toEqual(knowledgeOf(right))
        expect(statusOf(left)).toBe(statusOf(right))
        expect(ledgerOf(left)).toEqual(ledgerOf(right))
        expect(obligationsOf(left)).toEqual(obligationsOf(right))
        expect(paymentStandingOf(left)).toEqual(paymentStandingOf(right))
        expect(renewalStandingOf(left)).toEqual(renewalStandingOf(right))
      }),
      { numRuns: 1_000 },
    )
  })

  it("convergence: arrives at any time at the same order, but for when its news was recorded", () => {
    fc.assert(
      fc.property(arrived(situations()), ({ order, one, other }) => {
        const [left, right] = [one, other].map((arrival) => orderAfter(order, live(order, inTime(order, arrival))))
        expect(left === undefined ? null : timelessOf(left)).toEqual(
          right === undefined ? undefined : timelessOf(right),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it("agreement: leaves known what a second, simpler account makes of all of it, to the last field", () => {
    fc.assert(
      fc.property(arrived(situations()), ({ order, news, one }) => {
        expect(knowledgeOf(orderAfter(order, live(order, one)))).toEqual({
          ...knowledgeOf(order),
          ...toldByTheBook(order, news),
        })
      }),
      { numRuns: 1_000 },
    )
  })

  it("silence: is not recorded where all it tells is known, whenever it arrives", () => {
    fc.assert(
      fc.property(arrived(situations()), fc.integer({ min: -1_000, max: 1_000 }), ({ order, news, one }, late) => {
        const after = orderAfter(order, live(order, one))
        for (const told of news) expect(hear(after, { ...told, at: instant(after.updatedAt + late) })).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it("convergence: arrives in any order, and twice, at the same webhooks `paid` and `chargeback`", () => {
    fc.assert(
      fc.property(arrived(situations()), ({ order, one, other }) => {
        const [left, right] = [webhooksIn(live(order, one)), webhooksIn(live(order, other))]
        expect(kinds(left, "paid", "chargeback")).toEqual(kinds(right, "paid", "chargeback"))
      }),
      { numRuns: 1_000 },
    )
  })

  it("convergence: of a single payment, arrives in any order, and twice, at the same webhooks `refund`", () => {
    fc.assert(
      fc.property(arrived(situations({ paymentsMax: 1 })), ({ order, one, other }) => {
        const [left, right] = [webhooksIn(live(order, one)), webhooksIn(live(order, other))]
        expect(kinds(left, "paid", "refund", "chargeback")).toEqual(kinds(right, "paid", "refund", "chargeback"))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("the webhooks of an order", () => {
  it("uniqueness: `paid`, `refund`, `canceled` and `abandoned` are sent once at most", () => {
    fc.assert(
      fc.property(histories, ({ steps }) => {
        const once = webhooksIn(steps).filter((kind) => ["paid", "refund", "canceled", "abandoned"].includes(kind))
        expect(once).toEqual([...new Set(once)])
      }),
      { numRuns: 300 },
    )
  })

  it("uniqueness: `chargeback` is sent once for each case that took money, `waiting_payment` for each instrument", () => {
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
  it("convergence: folds to one order, whichever of its reports, verdicts and decisions comes first", () => {
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

  it("recollection: folding the log, up to anywhere, gives the order as it was then", () => {
    fc.assert(
      fc.property(histories, ({ cast, steps, changes, order }) => {
        const log: ReadonlyArray<OrderEvent> = [cast.placing, ...changes]
        expect(fold(log)).toEqual(order)
        for (const { after } of steps) expect(fold(log.slice(0, after.version))).toEqual(after)
      }),
      { numRuns: 200 },
    )
  })

  it("numbering: the version is the number of events, without a gap", () => {
    fc.assert(
      fc.property(histories, ({ cast, changes, order }) => {
        let current = placed(cast.placing)
        expect(current.version).toBe(1)
        changes.forEach((change, index) => {
          current = evolve(current, change)
          expect(current.version).toBe(index + 2)
        })
        expect(order.version).toBe(changes.length + 1)
      }),
      { numRuns: 200 },
    )
  })

  it("begins with the placing, and is placed once", () => {
    fc.assert(
      fc.property(histories, casts, ({ cast, changes }, another) => {
        expect(fold([])).toBeNull()
        if (changes.length > 0) {
          expect(fold(changes)).toBeNull()
          expect(fold([...changes, cast.placing])).toBeNull()
        }
        expect(fold([cast.placing, ...changes, another.placing])).toBeNull()
      }),
      { numRuns: 100 },
    )
  })
})

describe("the status rules", () => {
  it("agreement: the list, read from the top, is the status", () => {
    fc.assert(
      fc.property(histories, ({ order }) => {
        expect(orderRules.find(({ when }) => when(order))?.status).toBe(statusOf(order))
        expect(statusOf(order)).toBe(statusByTheBook(order))
      }),
      { numRuns: 300 },
    )
  })

  it("reachability: every status is shown by some history", () => {
    const shown = new Set(fc.sample(histories, { numRuns: 1_000, seed: 1 }).map(({ order }) => statusOf(order)))
    expect(OrderStatus.literals.filter((status) => !shown.has(status))).toEqual([])
    expect(new Set(orderRules.map(({ status }) => status))).toEqual(new Set(OrderStatus.literals))
  })
})
