// Which part of a receiver's answer is shown.
import { describe, expect, it } from "vitest"
import { OrderNumber } from "../identifiers/order.ts"
import { answerShownMax, shownAnswer, TestEventId } from "./test-event.ts"
import { WebhookEventId, webhookEventId } from "./webhook-delivery.ts"

describe("the id of a test event", () => {
  it("never equals that of an order's event", () => {
    const id = `evt_test_${"a".repeat(32)}`
    expect(TestEventId.make(id)).toBe(id)
    expect(() => WebhookEventId.make(id)).toThrow()
    expect(() => TestEventId.make(webhookEventId(OrderNumber.make("TEST"), 1))).toThrow()
  })
})

describe("shownAnswer", () => {
  it.each([
    ["", ""],
    ["<b>ok</b>\n\tlinha", "<b>ok</b>\n\tlinha"],
    ["a\u0000b\u001b[31mc\u202ed\u200be\r\n", "ab[31mcde\n"],
    [`secret=whsec_${"A".repeat(43)}=;`, "secret=(masked);"],
    ["key vintem_abc card 4242 4242 4242 4242.", "key (masked) card (masked)."],
    // Cut in the middle, with invisible characters in between.
    ["whsec_\u200bAB", "(masked)"],
    ["Pão — 🥖", "Pão — 🥖"],
  ])("for %j is %j", (text, shown) => {
    expect(shownAnswer(text)).toBe(shown)
  })

  it("is bounded, and shows that there was more", () => {
    expect(shownAnswer("x".repeat(answerShownMax))).toBe("x".repeat(answerShownMax))
    expect(shownAnswer("x".repeat(8_192))).toBe(`${"x".repeat(answerShownMax)}…`)
    const secret = `whsec_${"A".repeat(43)}=`
    expect(shownAnswer(`${"x ".repeat(answerShownMax / 2 - 2)}${secret}`)).toBe(
      `${"x ".repeat(answerShownMax / 2 - 2)}(mas…`,
    )
  })
})
