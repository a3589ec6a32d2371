// The answer of the single order for every possible state of the order.
import { instant } from "@vintem/domain/calendar"
import { CaseKey, firstAttempt, RefundKey } from "@vintem/domain/identifiers"
import { type CaseFact, evolve, type Order, type OrderChange, OrderStatus, statusOf } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { attempted, card, created, credit, pix, placedAt } from "../../test/stored-order.ts"
import type { PaymentOutcome } from "./payment-outcome.ts"
import { SingleOrderResponse, singleOrderAnswer } from "./single-order-answer.ts"

const payPage = "https://pay.example.com/pay/b0GzT1kq3v8Yy2mXw5LhNA"
const answer = (order: Order) => singleOrderAnswer(order, "https://pay.example.com")

const at = instant(placedAt + 60_000)
const paid = attempted(created, credit, ["confirmed", { tid: "10069930690009D2A47A", nsu: "4216" }])
const refused = attempted(created, credit, ["refused", { tid: "10069930690009D2A47B" }])
const { amount } = created.details

const disputed = (fact: CaseFact): OrderChange => ({
  _tag: "CaseReported",
  case: CaseKey.make("dispute-1"),
  attempt: firstAttempt,
  amount,
  fact,
  at,
})
const refunded: OrderChange = {
  _tag: "RefundReported",
  refund: RefundKey.make("refund1"),
  attempt: firstAttempt,
  amount,
  fact: "settled",
  at,
}

const rows: ReadonlyArray<readonly [OrderStatus, Order, PaymentOutcome, string]> = [
  ["created", created, "waiting_payment", "Waiting for payment."],
  ["pending", attempted(created, credit, ["unknown", {}]), "waiting_payment", "The payment is being processed."],
  ["risk_analysis", attempted(created, credit, ["review", {}]), "waiting_payment", "The payment is under review."],
  ["waiting_payment", attempted(created, pix, ["open", {}]), "waiting_payment", "Waiting for payment."],
  ["unpaid", refused, "unpaid", "Payment refused."],
  ["paid", paid, "paid", "Payment approved."],
  ["complete", evolve(paid, { _tag: "OrderCompleted", at }), "paid", "Payment approved."],
  ["dispute", evolve(paid, disputed("opened")), "paid", "Payment approved."],
  ["chargeback", evolve(paid, disputed("taken")), "paid", "Payment approved."],
  ["refund", evolve(paid, refunded), "paid", "Payment approved."],
  ["canceled", evolve(created, { _tag: "OrderCanceled", at }), "unpaid", "Payment refused."],
]

describe("singleOrderAnswer", () => {
  it.each(rows)("answers for a %s order", (status, order, outcome, sentence) => {
    expect(statusOf(order)).toBe(status)
    const { success, hasError, response, data } = answer(order)
    expect({ success, hasError, response, data }).toEqual({
      success: outcome === "paid",
      hasError: outcome === "unpaid",
      response: sentence,
      data: { order_number: "7K3M9Q2X5R8T", public_key: "b0GzT1kq3v8Yy2mXw5LhNA", status: outcome },
    })
  })

  it("has a row for every status", () => {
    expect(rows.map(([status]) => status)).toEqual(OrderStatus.literals)
  })

  it("has a paid card's token, and no page to pay at", () => {
    expect(answer(paid).payment).toEqual({
      tid: "10069930690009D2A47A",
      nsu: "4216",
      link_to_pay: null,
      digitable_number: null,
      due_date: null,
      card: { token: card.token, brand: "visa", last_digits: "4242" },
    })
  })

  it("says that nothing was charged if the acquirer was not reached", () => {
    const unreached = attempted(created, credit, ["refused", { decline: "soft", unreached: "open" }])
    expect(answer(unreached)).toMatchObject({
      hasError: true,
      response: "The acquirer was not reached: nothing was charged. Try again.",
      data: { status: "unpaid" },
    })
  })

  it("has no token of a refused card, and still a page to pay at", () => {
    expect(answer(refused).payment).toEqual({
      tid: "10069930690009D2A47B",
      nsu: null,
      link_to_pay: payPage,
      digitable_number: null,
      due_date: null,
      card: { token: null, brand: "visa", last_digits: "4242" },
    })
  })

  it("has a Pix's code, its end and its page", () => {
    const instrument = { _tag: "pix", code: "00020101…", expiresAt: instant(placedAt + 600_000) } as const
    expect(answer(attempted(created, pix, ["open", { instrument }])).payment).toEqual({
      tid: null,
      nsu: null,
      link_to_pay: payPage,
      digitable_number: "00020101…",
      due_date: "2026-11-21 10:25:00",
      card: null,
    })
  })

  it("keeps the page of a Pix that is already paid", () => {
    expect(answer(attempted(created, pix, ["open", {}], ["confirmed", {}])).payment.link_to_pay).toBe(payPage)
  })

  it.each(rows)("has every documented field for a %s order", (_, order) => {
    const decode = Schema.decodeUnknownSync(SingleOrderResponse, { onExcessProperty: "error" })
    expect(() => decode(answer(order))).not.toThrow()
  })
})
