/** The card data in a fingerprinted body, for every spelling and position in the request. */
import { checkoutOrderBody, decodeLinkPayment, decodeOrderPayment, readBody, singleOrderBody } from "@vintem/contract"
import { LocalDate } from "@vintem/domain/calendar"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "./canonical-json.ts"
import { checkoutPayment, fingerprintedBody, type PaymentRead } from "./fingerprinted-body.ts"

const decodeSingleOrder = (body: unknown, today: LocalDate) => readBody(singleOrderBody, body, { today })
const decodeCheckoutOrder = (body: unknown, today: LocalDate) => readBody(checkoutOrderBody, body, { today })

const today = LocalDate.make("2026-11-21")

const number = "4242427351754242"
/** The digits that are never stored. */
const middle = "735175"
const code = "937"
const card = { holder: "MARIA DA SILVA", number, expiration: "12/2039", security: code }
const grouped = "4242 4273 5175 4242"

const payer = {
  email: "maria@example.com",
  fullname: "Maria da Silva",
  taxvat: "52998224725",
  telephone: "11987654321",
}
const address = { postcode: "01310-100", street: "Rua A", number: 1, district: "B", city: "C", region: "SP" }
const items = [{ sku: "caneca", title: "Caneca", unit_price: 40, quantity: 1 }]

/** Every reader of a request that may carry a card. None if it refuses the request. */
const readers: Readonly<Record<string, (payment: unknown) => { body: unknown; read: PaymentRead } | null>> = {
  "a single order": (payment) => {
    const body = { customer: payer, address, items, payment }
    return readBy(body, decodeSingleOrder(body, today))
  },
  "a checkout order": (payment) => {
    const body = { checkout_id: "curso", customer: payer, address, payment }
    return readBy(body, Result.map(decodeCheckoutOrder(body, today), checkoutPayment))
  },
  "a payment by a link": (payment) => {
    const body = { customer: payer, payment }
    return readBy(body, decodeLinkPayment(body, [], today))
  },
  "a payment of an order": (payment) => {
    const body = { payment }
    return readBy(body, decodeOrderPayment(body, today))
  },
}

const readBy = (body: unknown, decoded: Result.Result<PaymentRead, unknown>) =>
  Result.isSuccess(decoded) ? { body, read: decoded.success } : null

const countedBy = (reader: string, payment: unknown): string | null => {
  const request = readers[reader]?.(payment) ?? null
  return request === null ? null : canonicalJson(fingerprintedBody(request.body, request.read))
}

const credit = (parts: object) => ({ method: "credit", installments: 1, card, ...parts })
const withCard = (parts: object) => credit({ card: { ...card, ...parts } })

/** Payments that are read, each with the number, the code or both in some place. */
const payments: ReadonlyArray<readonly [string, unknown]> = [
  ["as it should be", credit({})],
  ["in groups", withCard({ number: grouped })],
  ["with hyphens", withCard({ number: grouped.replaceAll(" ", "-") })],
  ["with other space around it", withCard({ number: `\u00a0\t${number}\u2003`, security: ` ${code}\n` })],
  ["beside a field nobody knows", withCard({ cvv: code, pan: number, track: [number, { code }] })],
  ["beside fields of other types", withCard({ cvv: Number(code), pan: Number(number), again: card })],
  ["in the payment itself", credit({ number, security: code, cvc: Number(code), card2: card, cards: [card] })],
  ["in a field the method does not need", credit({ expiration: number })],
  ["beside a token that is blank", withCard({ token: "  " })],
  ["beside the token of a saved card", withCard({ token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11" })],
  ["under Pix", { ...credit({}), method: "pix" }],
  ["under Pix, as a text", { method: "pix", card: number, installments: code }],
  ["under Pix, as a number", { method: "pix", card: Number(number), installments: Number(code) }],
  ["under Pix, in a list", { method: "pix", card: [number, code], installments: [card] }],
  ["under Pix, as a holder", { method: "pix", card: { holder: number, expiration: code, token: grouped } }],
  ["under a slip", { ...credit({ installments: { card } }), method: "bank_slip" }],
]

describe.each(Object.keys(readers))("the fingerprint's part of %s", (reader) => {
  it.each(payments)("has neither the middle of the number nor the code: %s", (_, payment) => {
    const counted = countedBy(reader, payment)
    // A payer has no saved card to name: that request is refused, and nothing is fingerprinted.
    if (counted === null) return expect(JSON.stringify(payment)).toContain('"token":"5f0c')
    const digits = counted.replace(/[^0-9]/gu, "")
    expect(digits).not.toContain(middle)
    expect(digits).not.toContain(number)
    expect(counted).not.toMatch(new RegExp(`(?<![0-9])${code}(?![0-9])`, "u"))
  })

  it("is equal for every spelling of the number, and for any code", () => {
    const spellings = [{}, { number: grouped }, { number: ` ${number} ` }, { security: "123" }, { cvv: "1" }]
    expect(new Set(spellings.map((parts) => countedBy(reader, withCard(parts)))).size).toBe(1)
  })

  it("is equal for two cards with equal first six and last four digits", () => {
    expect(countedBy(reader, withCard({ number: "4242420000004242" }))).toBe(countedBy(reader, credit({})))
  })

  it("differs by card, holder, month, method and number of installments", () => {
    const others = [
      credit({}),
      withCard({ number: "4242420000004259" }),
      withCard({ number: "5555555555554444" }),
      withCard({ holder: "MARIA SILVA" }),
      withCard({ expiration: "11/2039" }),
      credit({ installments: 2 }),
      { method: "pix" },
      { method: "pix", expiration: 11 },
      { method: "bank_slip" },
    ]
    const counted = others.map((payment) => countedBy(reader, payment))
    expect(counted).not.toContain(null)
    expect(new Set(counted).size).toBe(others.length)
  })
})

describe("the fingerprinted body of a checkout order", () => {
  it("has the payment's other fields", () => {
    const terms = [{}, { apply_interest: true }, { custom_total: 50 }, { custom_quantity: 3 }]
    const counted = terms.map((parts) => countedBy("a checkout order", credit(parts)))
    expect(counted).not.toContain(null)
    expect(new Set(counted).size).toBe(terms.length)
  })
})

describe("the fingerprinted body of a request without payment", () => {
  it.each([[null], [[]], ["text"], [7], [{}], [{ name: "x", nested: { payment: 1 } }]])(
    "is the unchanged body: %j",
    (body) => {
      expect(fingerprintedBody(body, null)).toEqual(body)
    },
  )

  it("is the body without a payment that the operation does not read", () => {
    for (const payment of [card, { card }, number, [card], null]) {
      expect(fingerprintedBody({ name: "x", payment }, null)).toEqual({ name: "x", payment: null })
    }
  })
})
