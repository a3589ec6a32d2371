// The faults that the audit finds in a stored payment link.

import type { FoundEvent } from "@vintem/domain/machine"
import { checkLink, type FoundLink, type LinkBreach, type LinkEvent } from "@vintem/domain/payment-link"
import {
  exampleLink,
  exampleLinkCreated,
  exampleNow,
  payingOrder,
  paymentReported,
  paymentStarted,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

// A single-payment link. The first order paid it, the second paid it again, a third can still be paid, a fourth is in
// flight.
const changes = [
  ...[1, 2, 3, 4].map((order) => paymentStarted(order)),
  paymentReported(1, "confirmed"),
  paymentReported(2, "confirmed"),
  paymentReported(3, "open"),
]
const terms = { expireAfterPayment: true }
const link = exampleLink(terms, ...changes)
const log: ReadonlyArray<FoundEvent<LinkEvent>> = [exampleLinkCreated({ terms }), ...changes].map((event, index) => ({
  sequence: index + 1,
  event,
}))
const [second, third, fourth] = [payingOrder(2), payingOrder(3), payingOrder(4)]
const sound: FoundLink = {
  link,
  log,
  paymentStates: new Map([
    [third, "open"],
    [fourth, "in_flight"],
  ]),
  duplicates: new Map([[second, "goes_back"]]),
}

describe("checkLink", () => {
  it("has a link that waits for two orders and was paid again by one", () => {
    expect(link.payments.map(({ order }) => order)).toEqual([third, fourth])
    expect(link.flagged).toMatchObject([{ order: second, flag: "duplicate" }])
  })

  it("finds nothing wrong where nothing is", () => {
    expect(checkLink(sound)).toEqual([])
  })

  it.each<readonly [string, Partial<FoundLink>, ReadonlyArray<LinkBreach>]>([
    ["no log", { log: [] }, [{ _tag: "LogMissing" }]],
    ["an event that was lost", { log: log.toSpliced(1, 1) }, [{ _tag: "LogGap", expected: 2, found: 3 }]],
    [
      "a removal that is not in its log",
      { link: { ...link, removedAt: exampleNow } },
      [{ _tag: "StateDiffers", part: "removedAt", stored: exampleNow, folded: "(nothing)" }],
    ],
    [
      "nothing but the log's faults where the link cannot be read",
      { link: null, log: [], duplicates: new Map() },
      [{ _tag: "LogMissing" }],
    ],
    [
      "an order that has ended",
      { paymentStates: new Map([...sound.paymentStates, [third, "ended"]]) },
      [{ _tag: "PaymentDiffers", order: third, stored: "open", ofOrder: "ended" }],
    ],
    [
      "an order that is not there",
      { paymentStates: new Map([[third, "open"]]) },
      [{ _tag: "PaymentDiffers", order: fourth, stored: "in_flight", ofOrder: null }],
    ],
    ["no order that cannot be read", { paymentStates: new Map([...sound.paymentStates, [third, null]]) }, []],
    [
      "a second payment that is kept",
      { duplicates: new Map([[second, "kept"]]) },
      [{ _tag: "DuplicateKept", order: second }],
    ],
    [
      "a second payment whose order is not there",
      { duplicates: new Map() },
      [{ _tag: "DuplicateKept", order: second }],
    ],
    ["no second payment whose order cannot be read", { duplicates: new Map([[second, null]]) }, []],
  ])("names %s", (_, found, breaches) => {
    expect(checkLink({ ...sound, ...found })).toEqual(breaches)
  })
})
