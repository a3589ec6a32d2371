// The state of an order's money after everything that can move it.

import { centavos, centavosMax } from "@vintem/domain/money"
import { type Ledger, ledgerOf, type OrderChange } from "@vintem/domain/order"
import { attemptReported, attemptStarted, caseReported, exampleOrder, refundReported } from "@vintem/testing"
import { describe, expect, it } from "vitest"

const paid = [attemptStarted(1, "credit"), attemptReported(1, "confirmed")]
const paidTwice = [...paid, attemptStarted(2, "pix"), attemptReported(2, "confirmed")]
const received = (amount: number) => attemptReported(1, "confirmed", { report: { captured: centavos(amount) } })

/** The sums of an order after some changes, without those that are zero. */
const ledger = (...changes: ReadonlyArray<OrderChange>): Partial<Ledger> =>
  Object.fromEntries(Object.entries(ledgerOf(exampleOrder(...changes))).filter(([, amount]) => amount !== 0))

describe("ledgerOf", () => {
  it("holds nothing before a payment", () => {
    expect(ledger(attemptStarted(1, "credit"))).toEqual({})
  })

  it("holds the received money of all payments", () => {
    expect(ledger(...paid)).toEqual({ captured: 10_000, refundable: 10_000 })
    expect(ledger(...paidTwice)).toEqual({ captured: 20_000, refundable: 20_000 })
  })

  it("holds at most the largest amount, whatever an acquirer reports", () => {
    const most = centavosMax
    const all = [
      received(most),
      attemptStarted(2, "pix"),
      attemptReported(2, "confirmed", { report: { captured: centavos(most) } }),
    ]
    const back = [refundReported(1, "settled", { amount: most }), refundReported(2, "settled", { amount: most })]
    expect(ledger(attemptStarted(1, "credit"), ...all)).toEqual({ captured: most, refundable: most })
    expect(ledger(attemptStarted(1, "credit"), ...all, ...back)).toEqual({ captured: most, refunded: most })
  })

  it("holds the received amount, if it differs from the requested one", () => {
    expect(ledger(attemptStarted(1, "pix"), received(9_000))).toEqual({ captured: 9_000, refundable: 9_000 })
  })

  it.each(["requested", "processing"] as const)("reserves a refund that is %s", (fact) => {
    const reserved = { captured: 10_000, reserved: 4_000, refundable: 6_000 }
    expect(ledger(...paid, refundReported(1, fact, { amount: 4_000 }))).toEqual(reserved)
  })

  it("counts a refund when it settles, even if it was reported failed before", () => {
    const settled = refundReported(1, "settled", { amount: 4_000 })
    const refunded = { captured: 10_000, refunded: 4_000, refundable: 6_000 }
    expect(ledger(...paid, settled)).toEqual(refunded)
    expect(ledger(...paid, refundReported(1, "failed", { amount: 4_000 }), settled)).toEqual(refunded)
  })

  it("releases a refund that failed", () => {
    const failed = [refundReported(1, "requested"), refundReported(1, "failed")]
    expect(ledger(...paid, ...failed)).toEqual({ captured: 10_000, refundable: 10_000 })
  })

  it.each([["opened"], ["taken", "won"]] as const)("keeps the money if a dispute is %s %s", (...facts) => {
    const told = facts.map((fact) => caseReported(1, fact))
    expect(ledger(...paid, ...told)).toEqual({ captured: 10_000, refundable: 10_000 })
  })

  it.each([["taken"], ["taken", "contested"], ["lost"]] as const)(
    "misses the money if a dispute is %s %s",
    (...facts) => {
      const told = facts.map((fact) => caseReported(1, fact, { amount: 4_000 }))
      expect(ledger(...paid, ...told)).toEqual({ captured: 10_000, chargedBack: 4_000, refundable: 6_000 })
    },
  )

  it("shows as excess the money that went back beyond what came in: a refund and a chargeback crossing", () => {
    const settled = refundReported(1, "settled")
    expect(ledger(...paid, settled, caseReported(1, "lost"))).toEqual({
      captured: 10_000,
      refunded: 10_000,
      excess: 10_000,
    })
    const underWay = refundReported(1, "requested", { amount: 6_000 })
    expect(ledger(...paid, underWay, caseReported(1, "lost", { amount: 6_000 }))).toEqual({
      captured: 10_000,
      chargedBack: 6_000,
      reserved: 4_000,
      excess: 2_000,
    })
  })

  it("parks a refund that is reported before its payment: that is no excess", () => {
    expect(ledger(attemptStarted(1, "credit"), refundReported(1, "settled"))).toEqual({})
  })

  it("uses the larger of two reported amounts, whichever came first", () => {
    const [less, more] = [received(9_000), received(9_500)]
    expect(ledger(attemptStarted(1, "pix"), less, more)).toEqual(ledger(attemptStarted(1, "pix"), more, less))
    const [few, many] = [refundReported(1, "processing", { amount: 1 }), refundReported(1, "settled", { amount: 2 })]
    expect(ledger(...paid, few, many)).toEqual(ledger(...paid, many, few))
  })
})
