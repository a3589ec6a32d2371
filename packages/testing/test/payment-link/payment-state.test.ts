// The state of an order's payment, for its link.

import { instant } from "@vintem/domain/calendar"
import { centavos } from "@vintem/domain/money"
import { type OrderChange, statusOf } from "@vintem/domain/order"
import { duplicateStateOf, paymentStateOf } from "@vintem/domain/payment-link"
import {
  attemptReported,
  attemptStarted,
  caseReported,
  duplicateFound,
  exampleNow,
  exampleOrder,
  histories,
  orderCanceled,
  refundReported,
  refundRequested,
} from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const pix = attemptStarted(1, "pix")
const card = attemptStarted(2, "credit")
const later = { at: instant(exampleNow + 1) }

const rows: ReadonlyArray<readonly [string, string, ReadonlyArray<OrderChange>]> = [
  ["ended", "nothing was attempted", []],
  ["in_flight", "an attempt is sent", [pix]],
  ["in_flight", "an outcome is unknown", [pix, attemptReported(1, "unknown")]],
  ["open", "a Pix is open", [pix, attemptReported(1, "open")]],
  ["in_flight", "a card is tried beside an open Pix", [pix, attemptReported(1, "open"), card]],
  ["in_flight", "a card is in review", [pix, attemptReported(1, "review")]],
  ["in_flight", "a review is approved", [pix, attemptReported(1, "review"), attemptReported(1, "approved")]],
  ["in_flight", "it is canceled while in review", [pix, attemptReported(1, "review"), orderCanceled]],
  [
    "open",
    "the card is refused and the Pix still open",
    [pix, attemptReported(1, "open"), card, attemptReported(2, "refused")],
  ],
  ["ended", "the Pix expired", [pix, attemptReported(1, "open"), attemptReported(1, "expired")]],
  ["confirmed", "it is paid after it expired", [pix, attemptReported(1, "expired"), attemptReported(1, "confirmed")]],
]

describe("paymentStateOf", () => {
  it.each(rows)("is %s if %s", (state, _, changes) => {
    expect(paymentStateOf(exampleOrder(...changes))._tag).toBe(state)
  })

  it("is confirmed since the first confirmation", () => {
    const order = exampleOrder(pix, card, attemptReported(2, "confirmed"), attemptReported(1, "confirmed", later))
    expect(paymentStateOf(order)).toEqual({ _tag: "confirmed", at: exampleNow })
  })

  it("agreement: matches the status of every order", () => {
    const implied = {
      created: ["ended"],
      pending: ["in_flight"],
      risk_analysis: ["in_flight"],
      waiting_payment: ["open"],
      unpaid: ["ended"],
      canceled: ["ended", "open", "in_flight"],
    }
    fc.assert(
      fc.property(histories, ({ order }) => {
        const status = statusOf(order)
        const expected =
          status in implied ? Object.entries(implied).find(([name]) => name === status)?.[1] : ["confirmed"]
        expect(expected).toContain(paymentStateOf(order)._tag)
      }),
      { numRuns: 200 },
    )
  })
})

describe("duplicateStateOf", () => {
  const paid = [pix, attemptReported(1, "confirmed", { report: { captured: centavos(10_000) } })]
  const asked = refundRequested(1, "transfer")
  const part = refundRequested(1, "transfer", { amount: 4_000 })

  it.each<readonly [string, string, ReadonlyArray<OrderChange>]>([
    ["kept", "it is paid", paid],
    ["kept", "nothing is paid yet", [pix]],
    ["kept", "a part is refunded", [...paid, part, refundReported(1, "settled", { amount: 4_000 })]],
    ["kept", "the refund failed", [...paid, asked, refundReported(1, "failed")]],
    ["goes_back", "the whole refund is asked for", [...paid, asked]],
    ["goes_back", "it is refunded", [...paid, asked, refundReported(1, "settled")]],
    ["goes_back", "the bank has taken it", [...paid, caseReported(1, "taken")]],
    ["goes_back", "the order knows that it owes the refund", [...paid, duplicateFound]],
    ["goes_back", "it knows so before its payment", [pix, duplicateFound]],
  ])("is %s if %s", (state, _, changes) => {
    expect(duplicateStateOf(exampleOrder(...changes))).toBe(state)
  })
})
