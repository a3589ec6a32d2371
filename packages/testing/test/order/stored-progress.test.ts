// Stored orders: rows that this service cannot have written are refused.

import type { PaymentMethod } from "@vintem/domain/method"
import { progressFromStored, StoredProgress, storedFromProgress } from "@vintem/domain/order"
import {
  attemptReported,
  attemptStarted,
  exampleCard,
  exampleNow,
  exampleOrder,
  examplePix,
  exampleSlip,
  histories,
  refundRequested,
} from "@vintem/testing"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const decode = Schema.decodeUnknownResult(StoredProgress)

const read = (stored: unknown) => {
  const rows = decode(stored)
  return Result.isFailure(rows) ? String(rows.failure) : progressFromStored(rows.success)
}

const paid = (method: PaymentMethod) =>
  storedFromProgress(exampleOrder(attemptStarted(1, method), attemptReported(1, "confirmed")))

const sent = (method: PaymentMethod) => storedFromProgress(exampleOrder(attemptStarted(1, method)))

/** The row of the only attempt, with changes. */
const saying = (progress: StoredProgress, changes: object): unknown => ({
  ...progress,
  attempts: progress.attempts.map((attempt) => ({ ...attempt, ...changes })),
})

describe("an order's progress", () => {
  it("round trip: is read back from JSON", () => {
    fc.assert(
      fc.property(histories, ({ order }) => {
        const { details: _details, version: _version, ...progress } = order
        expect(read(JSON.parse(JSON.stringify(storedFromProgress(order))))).toEqual(progress)
      }),
      { numRuns: 50 },
    )
  })

  it("has every field that an attempt by any method can have", () => {
    expect(paid("credit").attempts.map((row) => Object.keys(row))).toEqual([
      [
        ...["id", "key", "quote", "card", "startedAt", "facts", "captured", "confirmedAt", "instrument"],
        ...["tid", "nsu", "reason", "cardToken"],
      ],
    ])
    expect(sent("pix").attempts).toMatchObject([{ card: null, captured: 0, confirmedAt: null, nsu: null }])
  })

  it.each([
    ["credit", { instrument: examplePix }],
    ["pix", { nsu: "000123", cardToken: "card-1", decline: "hard", instrument: exampleSlip }],
    ["bank_slip", { nsu: "000123", cardToken: "card-1", decline: "hard", instrument: examplePix }],
  ] as const)("refuses a field that a charge by %s cannot have, with the reason", (method, kept) => {
    for (const [field, value] of Object.entries(kept)) {
      expect(read(saying(sent(method), { [field]: value }))).toContain("an attempt with no field of another method")
    }
  })

  it("accepts a payment of zero", () => {
    expect(read(saying(paid("pix"), { captured: 0 }))).toMatchObject({ attempts: [{ payment: { captured: 0 } }] })
  })

  it("has when a refund was requested, and how it is sent back", () => {
    const progress = storedFromProgress(exampleOrder(attemptStarted(1, "pix"), refundRequested(1, "reversal")))
    expect(read(progress)).toMatchObject({ refunds: [{ asked: { at: exampleNow, way: "reversal" } }] })
  })

  const aCard = "an attempt that names a card if, and only if, it is by credit"
  const aPayment = "an attempt with a time of capture if, and only if, it is confirmed"

  it.each([
    ["a Pix that names a card", saying(sent("pix"), { card: exampleCard }), aCard],
    ["a charge by credit without a card", saying(sent("credit"), { card: null }), aCard],
    ["money that was never confirmed", saying(sent("pix"), { captured: 1 }), aPayment],
    ["a time of a payment that never was", saying(sent("pix"), { confirmedAt: 1 }), aPayment],
    ["a payment at no time", saying(paid("pix"), { confirmedAt: null }), aPayment],
    ["a payment of less than nothing", saying(paid("pix"), { captured: -1 }), aPayment],
    ["a payment that its facts do not know", saying(paid("pix"), { facts: ["sent"] }), aPayment],
    ["an attempt before the first", saying(sent("pix"), { id: 0 }), "a value greater than or equal to 1"],
  ])("refuses %s, with the reason", (_, stored, why) => {
    expect(read(stored)).toContain(why)
  })

  it("refuses a way back for a refund that was never requested, with the reason", () => {
    const progress = storedFromProgress(exampleOrder(attemptStarted(1, "pix"), refundRequested(1, "reversal")))
    const refunds = progress.refunds.map(({ requestedAt: _at, ...refund }) => refund)
    expect(read({ ...progress, refunds })).toContain("a refund with a time of request")
  })

  it("is null if a card contradicts its price, although the checks were skipped", () => {
    const unchecked = Schema.decodeUnknownSync(StoredProgress)(saying(sent("pix"), { card: exampleCard }), {
      disableChecks: true,
    })
    expect(progressFromStored(unchecked)).toBeNull()
  })
})
