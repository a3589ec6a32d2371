// What is true of every link: of each step of its life, of two payers who race for it, and of its log.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { stepsOf } from "../../testing/machine/machine.ts"
import { instants } from "../../testing/order/arbitraries.ts"
import { exampleNow } from "../../testing/order/example-order.ts"
import { linkHistories, linksCreated } from "../../testing/payment-link/arbitraries.ts"
import { exampleLink, payingOrder } from "../../testing/payment-link/example-link.ts"
import { paymentStands, startPayment } from "../../testing/payment-link/example-link-moves.ts"
import { linkLaws, linkStepLaws } from "../../testing/payment-link/laws.ts"
import { linkMachine } from "../../testing/payment-link/live-link.ts"
import { linkStatusByTheBook } from "../../testing/payment-link/second-account.ts"
import { instant } from "../calendar/instant.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import { LinkEvent } from "./events.ts"
import { evolveLink, foldLink, linkCreated } from "./evolve.ts"
import { LinkStatus, linkRules, linkStatusOf } from "./link-status.ts"
import { duplicatesOf } from "./obligations.ts"
import { PaymentLink } from "./payment-link.ts"

describe("a link", () => {
  it.each(linkLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(linkHistories, ({ steps }) => {
        for (const { after, move } of steps) expect(broken(after, move.at)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})

describe("each step of a link", () => {
  it.each(linkStepLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(linkHistories, ({ steps }) => {
        for (const taken of steps) expect(broken(taken)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})

describe("payers who race for a link that is paid once", () => {
  const payers = fc.integer({ min: 1, max: 4 })
  // What an order's own machine can tell of it: only a charge that was started is in flight.
  const moves = fc.array(
    fc.oneof(
      payers.map((payer) => startPayment(payer)),
      fc
        .tuple(payers, fc.constantFrom("open" as const, "ended" as const, "confirmed" as const))
        .map(([payer, standing]) => paymentStands(payer, standing)),
    ),
    { maxLength: 30, size: "max" },
  )

  it("exclusiveness: at most one of them is charged at a time, and none once a payment is confirmed", () => {
    fc.assert(
      fc.property(moves, (interleaving) => {
        for (const { before, changes, after } of stepsOf(linkMachine, exampleLink(), interleaving)) {
          const inFlight = after.payments.filter(({ standing }) => standing === "in_flight")
          expect(inFlight.length).toBeLessThanOrEqual(1)
          if (before.paid !== null)
            expect(changes).not.toContainEqual(expect.objectContaining({ _tag: "PaymentStarted" }))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe("payments of a link that is paid once, of which each comes by an order of its own", () => {
  const instantsOfPayments = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 5 })
  const both = instantsOfPayments.chain((millis) => {
    const reports = millis.map((late, order) => paymentStands(order, "confirmed", { at: instant(exampleNow - late) }))
    const shuffled = fc
      .tuple(fc.shuffledSubarray(reports, { minLength: reports.length }), fc.shuffledSubarray(reports))
      .map(([all, again]) => [...all, ...again])
    return fc.record({ millis: fc.constant(millis), arrived: shuffled })
  })

  it("convergence: in whichever order, and however often, they are reported, one is kept, the earliest; all others go back", () => {
    fc.assert(
      fc.property(both, ({ arrived, millis }) => {
        const link = stepsOf(linkMachine, exampleLink(), arrived).at(-1)?.after ?? exampleLink()
        const first = millis.indexOf(Math.max(...millis))
        const others = millis.flatMap((_, order) => (order === first ? [] : payingOrder(order)))
        expect(link.paid?.order).toBe(payingOrder(first))
        expect([...duplicatesOf(link)].sort()).toEqual(others)
      }),
      { numRuns: 300 },
    )
  })

  it("finality: whoever is told to go back at any moment is never kept later", () => {
    fc.assert(
      fc.property(both, ({ arrived }) => {
        const steps = stepsOf(linkMachine, exampleLink(), arrived)
        const toldBack = new Set(steps.flatMap(({ after }) => duplicatesOf(after)))
        expect(toldBack.has(steps.at(-1)?.after.paid?.order ?? payingOrder(999))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

describe("the log of a link", () => {
  it("recollection: folding the log, up to anywhere, gives the link as it was then", () => {
    fc.assert(
      fc.property(linkHistories, ({ created, steps, changes, link }) => {
        const log: ReadonlyArray<LinkEvent> = [created, ...changes]
        expect(foldLink(log)).toEqual(link)
        for (const { after } of steps) expect(foldLink(log.slice(0, after.version))).toEqual(after)
      }),
      { numRuns: 200 },
    )
  })

  it("numbering: the version is the number of events, without a gap", () => {
    fc.assert(
      fc.property(linkHistories, ({ created, changes, link }) => {
        let current = linkCreated(created)
        expect(current.version).toBe(1)
        changes.forEach((change, index) => {
          current = evolveLink(current, change)
          expect(current.version).toBe(index + 2)
        })
        expect(link.version).toBe(changes.length + 1)
      }),
      { numRuns: 100 },
    )
  })

  it("begins with the creation, and has no other", () => {
    fc.assert(
      fc.property(linkHistories, linksCreated, ({ created, changes }, another) => {
        expect(foldLink([])).toBeNull()
        if (changes.length > 0) {
          expect(foldLink(changes)).toBeNull()
          expect(foldLink([...changes, created])).toBeNull()
        }
        expect(foldLink([created, ...changes, another])).toBeNull()
      }),
      { numRuns: 100 },
    )
  })

  it("round trip: link and log read back from JSON as they were written", () => {
    const readLink = Schema.decodeUnknownSync(Schema.fromJsonString(PaymentLink))
    const readLog = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(LinkEvent)))
    fc.assert(
      fc.property(linkHistories, ({ created, changes, link }) => {
        expect(readLink(JSON.stringify(link))).toEqual(link)
        expect(readLog(JSON.stringify([created, ...changes]))).toEqual([created, ...changes])
      }),
      { numRuns: 50 },
    )
  })
})

describe("the status of a link", () => {
  it("agreement: the list, read from the top, is the status, and what a second account of the log makes of it", () => {
    fc.assert(
      fc.property(linkHistories, instants, ({ created, changes, link }, at) => {
        const today = saoPauloDate(at)
        expect(linkRules.find(({ when }) => when(link, today))?.status).toBe(linkStatusOf(link, today))
        expect(linkStatusOf(link, today)).toBe(linkStatusByTheBook([created, ...changes], today))
      }),
      { numRuns: 300 },
    )
  })

  it("reachability: every status is shown by some history", () => {
    const shown = new Set(
      fc
        .sample(linkHistories, { numRuns: 500, seed: 1 })
        .map(({ created, link }) => linkStatusOf(link, saoPauloDate(created.at))),
    )
    expect(shown).toEqual(new Set(LinkStatus.literals))
    expect(new Set(linkRules.map(({ status }) => status))).toEqual(new Set(LinkStatus.literals))
  })
})
