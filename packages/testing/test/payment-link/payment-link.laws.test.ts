// Laws of every link: of each step of its life, of two concurrent payers, and of its log.

import { instant, saoPauloDate } from "@vintem/domain/calendar"
import {
  duplicatesOf,
  LinkEvent,
  LinkRefusal,
  LinkStatus,
  linkMachine,
  linkStatusOf,
  PaymentLink,
} from "@vintem/domain/payment-link"
import {
  exampleLink,
  exampleNow,
  instants,
  linkHistories,
  linkLaws,
  linkStepLaws,
  machineSuite,
  payingOrder,
  paymentUpdate,
  recountedLinkStatus,
  startPayment,
  stepsOf,
  testedLink,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const readPaymentLink = Schema.decodeUnknownSync(Schema.fromJsonString(PaymentLink))

machineSuite("a link", {
  tested: testedLink,
  lives: linkHistories.map(({ created, steps }) => ({ creation: created, steps })),
  stateLaws: linkLaws,
  stepLaws: linkStepLaws,
  statuses: LinkStatus.literals,
  refusals: LinkRefusal.literals,
  recountedStatus: (log, at) => recountedLinkStatus(log, saoPauloDate(at)),
  readBack: (link) => readPaymentLink(JSON.stringify(link)),
  readLog: Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(LinkEvent))),
})

describe("concurrent payers of a single-payment link", () => {
  const payers = fc.integer({ min: 1, max: 4 })
  // The possible reports of an order's own machine: only a started charge is in flight.
  const moves = fc.array(
    fc.oneof(
      payers.map((payer) => startPayment(payer)),
      fc
        .tuple(payers, fc.constantFrom("open" as const, "ended" as const, "confirmed" as const))
        .map(([payer, state]) => paymentUpdate(payer, state)),
    ),
    { maxLength: 30, size: "max" },
  )

  it("exclusiveness: at most one of them is charged at a time, and none after a payment is confirmed", () => {
    fc.assert(
      fc.property(moves, (interleaving) => {
        for (const { before, changes, after } of stepsOf(linkMachine, exampleLink(), interleaving)) {
          const inFlight = after.payments.filter(({ state }) => state === "in_flight")
          expect(inFlight.length).toBeLessThanOrEqual(1)
          if (before.paid !== null)
            expect(changes).not.toContainEqual(expect.objectContaining({ _tag: "PaymentStarted" }))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe("payments of a single-payment link, each by its own order", () => {
  const instantsOfPayments = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 5 })
  const both = instantsOfPayments.chain((millis) => {
    const reports = millis.map((late, order) => paymentUpdate(order, "confirmed", { at: instant(exampleNow - late) }))
    const shuffled = fc
      .tuple(fc.shuffledSubarray(reports, { minLength: reports.length }), fc.shuffledSubarray(reports))
      .map(([all, again]) => [...all, ...again])
    return fc.record({ millis: fc.constant(millis), arrived: shuffled })
  })

  it("convergence: in whichever order, and however often, they are reported, the earliest is kept and all others are refunded", () => {
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

  it("finality: a payment that was a duplicate at any moment is never kept later", () => {
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

describe("the status of a link", () => {
  it("agreement: equals a second implementation's, at any instant", () => {
    fc.assert(
      fc.property(linkHistories, instants, ({ created, changes, link }, at) => {
        expect(linkStatusOf(link, at)).toBe(recountedLinkStatus([created, ...changes], saoPauloDate(at)))
      }),
      { numRuns: 300 },
    )
  })
})
