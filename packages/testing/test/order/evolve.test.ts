// The effect of each event on an order. Its status, its books and its log have their own tests and laws.

import { instant } from "@vintem/domain/calendar"
import { centavos } from "@vintem/domain/money"
import { ledgerOf, type OrderChange, placed } from "@vintem/domain/order"
import {
  attemptReported,
  attemptResolved,
  attemptStarted,
  caseReported,
  exampleAttemptKey,
  exampleCard,
  exampleCaseKey,
  exampleNow,
  exampleOrder,
  examplePix,
  examplePlaced,
  examplePlacedAt,
  exampleQuote,
  exampleRefundKey,
  exampleSlip,
  orderAbandoned,
  orderCanceled,
  orderCompleted,
  refundReported,
  refundRequested,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const later = instant(exampleNow + 60_000)

const firstAttempt = (...changes: ReadonlyArray<OrderChange>) =>
  exampleOrder(attemptStarted(1, "pix"), ...changes).attempts[0]

describe("placed", () => {
  it("is an order without any changes", () => {
    expect(placed(examplePlaced())).toEqual({
      details: examplePlaced().details,
      version: 1,
      attempts: [],
      refunds: [],
      cases: [],
      canceledAt: null,
      completedAt: null,
      abandonedAt: null,
      wasRefunded: false,
      updatedAt: examplePlacedAt,
    })
  })
})

describe("evolve", () => {
  it("keeps the quote of an attempt, with its card", () => {
    expect(exampleOrder(attemptStarted(1, "credit")).attempts).toMatchObject([
      {
        id: 1,
        key: exampleAttemptKey(1),
        quote: exampleQuote("credit"),
        card: exampleCard,
        startedAt: exampleNow,
        facts: ["sent"],
        payment: null,
      },
    ])
  })

  const ofAll = { tid: "tid-1", reason: "Em processamento" }
  const ofCredit = { nsu: "000123", decline: "soft", cardToken: "card-1" } as const
  const kept = [
    ["credit", { ...ofAll, ...ofCredit }, ["instrument"]],
    ["pix", { ...ofAll, instrument: examplePix }, Object.keys(ofCredit)],
    ["bank_slip", { ...ofAll, instrument: exampleSlip }, Object.keys(ofCredit)],
  ] as const

  it.each(kept)(
    "keeps the acquirer's details of a charge by %s, without those it cannot have",
    (method, own, never) => {
      const report = { ...ofAll, ...ofCredit, instrument: method === "bank_slip" ? exampleSlip : examplePix }
      const [attempt] = exampleOrder(
        attemptStarted(1, method),
        attemptReported(1, "open", { report }),
        attemptReported(1, "expired"),
      ).attempts
      expect(attempt).toMatchObject(own)
      for (const field of never) expect(attempt).not.toHaveProperty(field)
    },
  )

  it.each([
    ["pix", exampleSlip],
    ["bank_slip", examplePix],
  ] as const)("keeps no instrument of another method for a charge by %s", (method, instrument) => {
    const told = attemptReported(1, "open", { report: { instrument } })
    expect(exampleOrder(attemptStarted(1, method), told).attempts).toMatchObject([{ instrument: null }])
  })

  it("reads a confirmation without an amount as the charged amount", () => {
    expect(firstAttempt(attemptReported(1, "confirmed"))?.payment?.captured).toBe(10_000)
    const less = attemptReported(1, "confirmed", { report: { captured: centavos(9_000) } })
    expect(firstAttempt(less)?.payment?.captured).toBe(9_000)
  })

  it("captures nothing with any other fact, even if it has an amount", () => {
    const report = { captured: centavos(9_000) }
    expect(firstAttempt(attemptReported(1, "open", { report }))).toMatchObject({ payment: null })
  })

  it("captures nothing if the amount is negative", () => {
    const told = attemptReported(1, "confirmed", { report: { captured: centavos(-1) } })
    expect(firstAttempt(told)?.payment).toEqual({ captured: 0, confirmedAt: exampleNow })
  })

  it("refunds and takes back nothing if the amount is negative", () => {
    const order = exampleOrder(
      ...[attemptStarted(1, "pix"), attemptReported(1, "confirmed")],
      ...[refundReported(1, "settled", { amount: -5_000 }), caseReported(1, "taken", { amount: -5_000 })],
    )
    expect(ledgerOf(order)).toMatchObject({ captured: 10_000, refunded: 0, chargedBack: 0, refundable: 10_000 })
  })

  it("keeps when an order was first paid, canceled, completed and abandoned", () => {
    const first = [attemptReported(1, "confirmed"), orderCanceled, orderCompleted, orderAbandoned]
    const order = exampleOrder(attemptStarted(1, "pix"), ...first, ...first.map((event) => ({ ...event, at: later })))
    expect(order.attempts[0]?.payment?.confirmedAt).toBe(exampleNow)
    expect(order).toMatchObject({ canceledAt: exampleNow, completedAt: exampleNow, abandonedAt: exampleNow })
  })

  it("separates refunds and disputes by their keys, and reports of attempts by their numbers", () => {
    const order = exampleOrder(
      ...[attemptStarted(1, "pix"), attemptStarted(2, "credit"), attemptReported(2, "refused")],
      ...[refundReported(1, "requested"), refundReported(2, "requested"), refundReported(1, "settled")],
      ...[caseReported(1, "opened"), caseReported(2, "opened"), caseReported(2, "lost")],
    )
    expect(order.attempts.map(({ facts }) => facts)).toEqual([["sent"], ["sent", "refused"]])
    expect(order.refunds.map(({ key, facts }) => [key, facts])).toEqual([
      [exampleRefundKey(1), ["requested", "settled"]],
      [exampleRefundKey(2), ["requested"]],
    ])
    expect(order.cases.map(({ key, facts }) => [key, facts])).toEqual([
      [exampleCaseKey(1), ["opened"]],
      [exampleCaseKey(2), ["opened", "lost"]],
    ])
  })

  it("keeps when a refund was requested, how it is sent back, and why it failed", () => {
    const order = exampleOrder(
      ...[refundRequested(1, "transfer"), refundReported(1, "processing", { at: later })],
      refundReported(1, "failed", { at: later, report: { reason: "too_late" } }),
      refundReported(2, "settled"),
    )
    const [ours, theirs] = order.refunds
    expect(ours).toMatchObject({ asked: { at: exampleNow, way: "transfer" }, reason: "too_late" })
    expect(theirs).toMatchObject({ asked: null, reason: null })
  })

  it("counts an attempt settled by hand by its verdict, and keeps the verdict", () => {
    expect(firstAttempt(attemptResolved(1, "paid"))).toMatchObject({
      verdict: "paid",
      facts: ["sent", "confirmed"],
      payment: { captured: 10_000, confirmedAt: exampleNow },
    })
    expect(firstAttempt(attemptResolved(1, "unpaid"))).toMatchObject({
      verdict: "unpaid",
      facts: ["sent", "refused"],
      payment: null,
    })
  })

  it("was changed when the latest event was recorded, even if an earlier one is applied after it", () => {
    expect(exampleOrder(orderCanceled).updatedAt).toBe(exampleNow)
    expect(exampleOrder({ ...orderCanceled, at: later }, orderAbandoned).updatedAt).toBe(later)
  })
})
