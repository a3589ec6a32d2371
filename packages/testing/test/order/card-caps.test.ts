// How a card attempt counts, and when too many were refused.

import { type Instant, instant } from "@vintem/domain/calendar"
import type { PaymentMethod } from "@vintem/domain/method"
import {
  addressCardStop,
  type CardOutcome,
  cardCaps,
  cardOutcome,
  type OrderChange,
  orderCardStop,
} from "@vintem/domain/order"
import { attemptReported, attemptResolved, attemptStarted, exampleNow, exampleOrder } from "@vintem/testing"
import { describe, expect, it } from "vitest"

const laterBy = (millis: number): Instant => instant(exampleNow + millis)

describe("cardOutcome", () => {
  it.each<readonly [string, ReadonlyArray<OrderChange>, CardOutcome]>([
    ["sent", [], "in_flight"],
    ["not answered", [attemptReported(1, "unknown")], "set_aside"],
    ["refused after silence", [attemptReported(1, "refused"), attemptReported(1, "unknown")], "refused"],
    ["held", [attemptReported(1, "review")], "set_aside"],
    ["approved", [attemptReported(1, "review"), attemptReported(1, "approved")], "set_aside"],
    ["rejected", [attemptReported(1, "rejected"), attemptReported(1, "review")], "refused"],
    ["refused", [attemptReported(1, "refused", { report: { reason: "Saldo insuficiente" } })], "refused"],
    ["not reached", [attemptReported(1, "refused", { report: { unreached: "open" } })], "set_aside"],
    [
      "refused by the acquirer, which was reached after all",
      [attemptReported(1, "refused", { report: { unreached: "closed", tid: "T1" } })],
      "refused",
    ],
    ["fenced, as the acquirer did not know it", [attemptReported(1, "voided")], "set_aside"],
    ["given up by an operator", [attemptReported(1, "unknown"), attemptResolved(1, "unpaid")], "set_aside"],
    ["paid", [attemptReported(1, "confirmed")], "cleared"],
    ["paid though it was refused", [attemptReported(1, "confirmed"), attemptReported(1, "refused")], "cleared"],
  ])("for an attempt that is %s", (_, changes, outcome) => {
    const [attempt] = exampleOrder(attemptStarted(1, "credit"), ...changes).attempts
    expect(attempt && cardOutcome(attempt)).toBe(outcome)
  })
})

describe("orderCardStop", () => {
  const { refusedMax, windowMillis } = cardCaps.order

  /** Refused attempts, one a minute from `exampleNow` on. */
  const refused = (count: number, method: PaymentMethod = "credit") =>
    Array.from({ length: count }, (_, n) => [
      attemptStarted(n + 1, method, { at: laterBy(n * 60_000) }),
      attemptReported(n + 1, "refused", { at: laterBy(n * 60_000) }),
    ]).flat()

  it("stops an order with too many refused cards until the first of them is a day old", () => {
    const order = exampleOrder(...refused(refusedMax))
    const until = laterBy(windowMillis)
    expect(orderCardStop(order, laterBy(refusedMax * 60_000))).toStrictEqual({ cap: "order", until })
    expect(orderCardStop(order, instant(until - 1))).toStrictEqual({ cap: "order", until })
    expect(orderCardStop(order, until)).toBeNull()
  })

  it("allows an order with one fewer, and counts refused cards only", () => {
    expect(orderCardStop(exampleOrder(...refused(refusedMax - 1)), laterBy(0))).toBeNull()
    expect(orderCardStop(exampleOrder(...refused(refusedMax, "pix")), laterBy(0))).toBeNull()
    const paidAtLast = attemptReported(1, "confirmed", { at: laterBy(1) })
    expect(orderCardStop(exampleOrder(...refused(refusedMax), paidAtLast), laterBy(0))).toBeNull()
  })
})

describe("addressCardStop", () => {
  const free = { atLink: null, overall: null, ofLink: null, ownRefused: null }
  const { address, address_at_link, link } = cardCaps

  it.each([
    ["nobody", free, null],
    [
      "an address at a link",
      { ...free, atLink: laterBy(1), overall: laterBy(2) },
      ["address_at_link", 1, address_at_link],
    ],
    ["an address", { ...free, overall: laterBy(2) }, ["address", 2, address]],
    ["nobody who had no card refused at a link past its cap", { ...free, ofLink: laterBy(3) }, null],
    ["nobody whose card was refused at a link below its cap", { ...free, ownRefused: laterBy(3) }, null],
    ["who had one refused there", { ...free, ofLink: laterBy(3), ownRefused: laterBy(4) }, ["link", 3, link]],
    ["who had one refused there long ago", { ...free, ofLink: laterBy(4), ownRefused: laterBy(3) }, ["link", 3, link]],
  ] as const)("stops %s", (_, past, stop) => {
    expect(addressCardStop(past)).toStrictEqual(
      stop === null ? null : { cap: stop[0], until: laterBy(stop[1] + stop[2].windowMillis) },
    )
  })
})
