// The state of a renewal's money, for its subscription.

import { instant } from "@vintem/domain/calendar"
import type { OrderChange } from "@vintem/domain/order"
import { paymentStateOf } from "@vintem/domain/payment-link"
import { type RenewalState, renewalStateOf } from "@vintem/domain/subscription"
import {
  attemptReported,
  attemptResolved,
  attemptStarted,
  exampleCard,
  exampleNow,
  exampleOrder,
  histories,
} from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const pix = attemptStarted(1, "pix")
const card = attemptStarted(1, "credit")
const again = attemptStarted(2, "credit")
const refused = (attempt: number, decline?: "soft" | "hard") =>
  attemptReported(attempt, "refused", decline === undefined ? {} : { report: { decline } })
const own = (isHard: boolean) => ({ card: exampleCard.token, isHard })

describe("renewalStateOf", () => {
  it.each<readonly [string, ReadonlyArray<OrderChange>, RenewalState]>([
    ["nothing was attempted", [], { _tag: "Awaiting" }],
    ["the card is being charged", [card], { _tag: "Awaiting" }],
    ["an outcome is unknown", [card, attemptReported(1, "unknown")], { _tag: "Awaiting" }],
    ["a card is in review", [card, attemptReported(1, "review")], { _tag: "Awaiting" }],
    ["a Pix is open", [pix, attemptReported(1, "open")], { _tag: "Awaiting" }],
    [
      "a Pix is open beside a refused card",
      [pix, attemptReported(1, "open"), again, refused(2, "hard")],
      { _tag: "Awaiting" },
    ],
    ["the card was refused softly", [card, refused(1, "soft")], { _tag: "Failed", failures: [own(false)] }],
    ["the card was refused hard", [card, refused(1, "hard")], { _tag: "Failed", failures: [own(true)] }],
    ["the acquirer did not say how it was refused", [card, refused(1)], { _tag: "Failed", failures: [own(false)] }],
    [
      "it was said once and not again",
      [card, refused(1, "hard"), refused(1)],
      { _tag: "Failed", failures: [own(true)] },
    ],
    [
      "the card was refused hard, then softly",
      [card, refused(1, "hard"), refused(1, "soft")],
      { _tag: "Failed", failures: [own(true)] },
    ],
    [
      "the card was refused softly, then hard",
      [card, refused(1, "soft"), refused(1, "hard")],
      { _tag: "Failed", failures: [own(true)] },
    ],
    [
      "the card was refused, and later it was said how",
      [card, refused(1), refused(1, "hard")],
      { _tag: "Failed", failures: [own(true)] },
    ],
    [
      "the review was lost",
      [card, attemptReported(1, "review"), attemptReported(1, "rejected")],
      { _tag: "Failed", failures: [own(false)] },
    ],
    ["a verdict settled it", [card, attemptResolved(1, "unpaid")], { _tag: "Failed", failures: [own(false)] }],
    ["the charge was voided", [card, attemptReported(1, "voided")], { _tag: "Failed", failures: [own(false)] }],
    [
      "the Pix expired",
      [pix, attemptReported(1, "expired")],
      { _tag: "Failed", failures: [{ card: null, isHard: false }] },
    ],
    [
      "Pix and card came to nothing",
      [pix, attemptReported(1, "expired"), again, refused(2, "hard")],
      { _tag: "Failed", failures: [{ card: null, isHard: false }, own(true)] },
    ],
    ["the card paid", [card, attemptReported(1, "confirmed")], { _tag: "Paid", card: exampleCard }],
    ["the Pix paid", [pix, attemptReported(1, "confirmed")], { _tag: "Paid", card: null }],
    [
      "the Pix paid after it expired",
      [pix, attemptReported(1, "expired"), attemptReported(1, "confirmed")],
      { _tag: "Paid", card: null },
    ],
    [
      "the card paid though it was refused at first",
      [card, refused(1, "hard"), again, attemptReported(2, "confirmed")],
      { _tag: "Paid", card: exampleCard },
    ],
  ])("if %s", (_, changes, state) => {
    expect(renewalStateOf(exampleOrder(...changes))).toEqual(state)
  })

  it("is paid by the first payment", () => {
    const later = { at: instant(exampleNow + 1) }
    const first = exampleOrder(pix, again, attemptReported(2, "confirmed"), attemptReported(1, "confirmed", later))
    expect(renewalStateOf(first)).toEqual({ _tag: "Paid", card: exampleCard })
    const second = exampleOrder(pix, again, attemptReported(1, "confirmed"), attemptReported(2, "confirmed", later))
    expect(renewalStateOf(second)).toEqual({ _tag: "Paid", card: null })
  })

  it("agreement: matches the state that a payment link sees, for every order", () => {
    const expected = { in_flight: "Awaiting", open: "Awaiting", ended: "Failed", confirmed: "Paid" } as const
    fc.assert(
      fc.property(histories, ({ order }) => {
        fc.pre(order.attempts.length > 0)
        expect(renewalStateOf(order)._tag).toBe(expected[paymentStateOf(order)._tag])
      }),
      { numRuns: 300 },
    )
  })
})
