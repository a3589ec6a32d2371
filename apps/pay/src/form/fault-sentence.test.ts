// The sentence for a payer's fault: the code decides it, whatever the wire's sentence says.
import {
  cardStopped,
  couponNotUsable,
  customerMissing,
  type InvalidFields,
  idempotencyKeyReused,
  invalidBody,
  linkClosed,
  linkNotPaid,
  orderNotPaid,
  priceRefused,
} from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { CouponCode } from "@vintem/domain/catalogue"
import { zero } from "@vintem/domain/money"
import { OrderRefused } from "@vintem/domain/order"
import { LinkRefused } from "@vintem/domain/payment-link"
import { describe, expect, it } from "vitest"
import { wordsIn } from "../text/words-in.ts"
import { faultSentence } from "./fault-sentence.ts"
import { faultsIn } from "./refusal.ts"

const words = wordsIn["pt-BR"]

/** A refusal from the wire, with sentences that say nothing. */
const withoutSentences = (refusal: InvalidFields): unknown => {
  const { hasError, response } = invalidBody(refusal)
  const errors = Object.fromEntries(Object.entries(response.errors).map(([path, all]) => [path, all.map(() => "?")]))
  return JSON.parse(JSON.stringify({ hasError, response: { ...response, message: "?", errors } }))
}

const told = (refusal: InvalidFields) => faultsIn(withoutSentences(refusal)).map((fault) => faultSentence(fault, words))

const orderRefused = (reason: OrderRefused["reason"]) =>
  new OrderRefused({ status: "waiting_payment", command: "StartAttempt", reason, allowed: [], refundable: zero })
const linkRefused = (reason: LinkRefused["reason"]) =>
  new LinkRefused({ status: "open", command: "StartPayment", reason, allowed: [], open: [] })

const rows: ReadonlyArray<readonly [string, InvalidFields, ReadonlyArray<string>]> = [
  [
    "too many cards",
    cardStopped({ cap: "order", until: instant(Date.parse("2026-11-21T15:30:59Z")) }),
    [words.cardsStopped("21/11/2026 às 12:30")],
  ],
  ["an open Pix", orderNotPaid(orderRefused("InstrumentOpen")), [words.methodTaken]],
  [
    "a method that the link does not take",
    linkNotPaid(linkRefused("MethodNotAccepted")),
    ["Escolha outra forma de pagamento."],
  ],
  ["too many installments", linkNotPaid(linkRefused("TooManyInstallments")), ["Escolha menos parcelas."]],
  ["an order that is paid", orderNotPaid(orderRefused("AlreadyPaid")), [words.otherFault]],
  ["a closed link", linkClosed("paid"), [words.otherFault]],
  ["a price that changed", priceRefused({ reason: "changed", method: "pix" }), [words.priceChanged]],
  ["a price above all amounts", priceRefused({ reason: "out_of_range", method: "pix" }), [words.priceTooHigh]],
  ["a slip that is too high", priceRefused({ reason: "above_method_max", method: "bank_slip" }), [words.priceTooHigh]],
  ["a coupon that ended", couponNotUsable(CouponCode.make("NATAL10"), "expired"), [words.couponGone]],
  ["a key that was used", idempotencyKeyReused(), [words.formSentBefore]],
  ["an unknown payer", customerMissing(["document", "email"]), ["Informe o CPF ou CNPJ.", "Informe o seu e-mail."]],
]

describe("the sentence of a fault", () => {
  it.each(rows)("of %s depends on its code", (_, refusal, sentences) => {
    expect(told(refusal)).toEqual(sentences)
  })

  it("for an unknown code is that of its field", () => {
    const body = {
      response: { errors: { a: ["?"] }, codes: { "customer.email": [{ code: "of_tomorrow" }], a: [null] } },
    }
    expect(faultsIn(body).map((fault) => faultSentence(fault, words))).toEqual([
      "Confira o e-mail: ele tem a forma nome@exemplo.com.",
      words.otherFault,
    ])
  })

  it.each([{ response: "Not found" }, { response: { errors: { a: ["The a field is required."] } } }, null, "text"])(
    "is missing if the answer %j has no codes",
    (body) => {
      expect(faultsIn(body)).toEqual([])
    },
  )
})
