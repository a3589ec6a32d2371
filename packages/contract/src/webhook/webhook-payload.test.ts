// The content of a webhook, to the byte, and what it never contains.
import { instant, LocalDate } from "@vintem/domain/calendar"
import type { OrderItem } from "@vintem/domain/catalogue"
import { AttemptId, CaseKey, RefundKey } from "@vintem/domain/identifiers"
import type { Instrument } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { evolve, type Order, WebhookKind } from "@vintem/domain/order"
import type { WebhookNotification } from "@vintem/domain/ports"
import { webhookEventId } from "@vintem/domain/webhook"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { attempted, card, created, credit, details, pix, placedAt, slip, stored } from "../../test/stored-order.ts"
import { orderView } from "../order/order-view.ts"
import { WebhookPayloadView, webhookPayload, webhookPayloadView } from "./webhook-payload.ts"

const source = { platform: "Vintem", publicUrl: "https://pay.example.com" }

const notification = (order: Order, kind: WebhookKind = "paid", sequence = 2): WebhookNotification => ({
  id: webhookEventId(order.details.number, sequence),
  kind,
  sequence,
  order,
  occurredAt: instant(placedAt + 1_000),
})

const view = (order: Order, kind?: WebhookKind) => webhookPayloadView(notification(order, kind), source)

const paid = attempted(created, credit, ["confirmed", { tid: "T1", nsu: "1", cardToken: "the-acquirer-s-token" }])

const pixInstrument: Instrument = { _tag: "pix", code: "00020101…", expiresAt: instant(placedAt + 600_000) }
const slipInstrument: Instrument = {
  _tag: "bank_slip",
  line: "99990000000000000000100000000000000000000000000",
  barcode: "",
  dueDate: LocalDate.make("2026-11-24"),
}
const pixIssued = attempted(created, pix, ["open", { instrument: pixInstrument }])
const slipIssued = attempted(created, slip, ["open", { instrument: slipInstrument }])

/** Refuses fields that the schema lacks: the published schema describes every field. */
const isExactly = (payload: unknown) =>
  Schema.decodeUnknownSync(WebhookPayloadView, { onExcessProperty: "error" })(payload)

describe("the body of a webhook", () => {
  it("has the agreement and the payment", () => {
    expect(view(paid)).toEqual({
      id: "evt_7K3M9Q2X5R8T_2",
      platform: "Vintem",
      token: details.token,
      public_key: "b0GzT1kq3v8Yy2mXw5LhNA",
      order_number: "7K3M9Q2X5R8T",
      status: "paid",
      sequence: 2,
      occurred_at: "2026-11-21 10:15:01",
      paid_at: "2026-11-21 10:15:01",
      src: null,
      ref: null,
      customer: {
        email: "maria@example.com",
        fullname: "Maria da Silva",
        taxvat: "529.982.247-25",
        telephone: "(11) 98765-4321",
      },
      address: {
        postcode: "01310-100",
        street: "Avenida Paulista",
        number: "1578",
        complement: "",
        city: "São Paulo",
        region: "SP",
        district: "Bela Vista",
      },
      payment: {
        method: "credit",
        name: "Cartão de crédito",
        amount: 100,
        installments: 3,
        link_to_pay: "https://pay.example.com/pay/b0GzT1kq3v8Yy2mXw5LhNA",
        digitable: null,
        due_date: null,
        card: { brand: "visa", last_digits: "4242" },
        tid: "T1",
        nsu: "1",
      },
      totals: { subtotal: 100, discount: 100, fee: expect.any(Number), total: 100, refunded: 0, charged_back: 0 },
      items: [
        { name: "Camiseta azul", quantity: 2, price: 99.9 },
        { name: "Frete", quantity: 1, price: 0.2 },
      ],
    })
  })

  it("has the requested amount of an order without attempts, and null for missing values", () => {
    expect(view(created, "abandoned")).toMatchObject({
      status: "abandoned",
      payment: {
        method: null,
        name: null,
        amount: 100,
        installments: null,
        link_to_pay: "https://pay.example.com/pay/b0GzT1kq3v8Yy2mXw5LhNA",
        digitable: null,
        due_date: null,
        card: null,
        tid: null,
        nsu: null,
      },
      paid_at: null,
      totals: { subtotal: 100, discount: 100, fee: null, total: 100, refunded: 0, charged_back: 0 },
    })
  })

  it.each([
    ["a Pix", pixIssued, { method: "pix", digitable: "00020101…", due_date: "2026-11-21 10:25:00" }],
    ["a slip", slipIssued, { method: "bank_slip", digitable: slipInstrument.line, due_date: "2026-11-24" }],
  ] as const)("has the instrument and the end for %s", (_, order, payment) => {
    expect(view(order, "waiting_payment").payment).toMatchObject({ ...payment, installments: 1, card: null })
  })

  it("has the refunded amount as a number, although the order has it as text", () => {
    const refund = {
      _tag: "RefundReported",
      refund: RefundKey.make("r1"),
      attempt: AttemptId.make(1),
      fact: "settled",
    } as const
    const at = instant(placedAt + 5_000)
    const returned = evolve(paid, { ...refund, amount: centavos(3_050), at })
    const taken = { _tag: "CaseReported", case: CaseKey.make("c1"), attempt: AttemptId.make(1), fact: "taken" } as const
    const both = evolve(returned, { ...taken, amount: centavos(1_000), at })
    expect(view(both, "partial_refund")).toMatchObject({
      status: "partial_refund",
      paid_at: "2026-11-21 10:15:01",
      totals: { total: 100, refunded: 30.5, charged_back: 10 },
    })
    expect(orderView(stored(both), source.publicUrl)).toMatchObject({
      paid_at: "2026-11-21 10:15:01",
      updated_at: "2026-11-21 10:15:05",
      payment: { installments: 3, tid: "T1", nsu: "1" },
      totals: { total: "100.00", refunded: "30.50", charged_back: "10.00" },
    })
  })

  it("has src and ref, as they came with the order", () => {
    expect(view({ ...created, details: { ...details, src: "loja-1", ref: "A-1001" } })).toMatchObject({
      src: "loja-1",
      ref: "A-1001",
    })
  })

  it.each([
    ["with an address", paid],
    ["without an address", { ...paid, details: { ...details, address: null } }],
  ])("has customer and address like the order itself, %s", (_, order) => {
    const { customer, address } = orderView(stored(order), source.publicUrl)
    expect(view(order)).toMatchObject({ customer, address })
  })

  it.each(WebhookKind.literals)("has every field of its schema and no other: %s", (kind) => {
    for (const order of [created, pixIssued, slipIssued, paid]) {
      const text = webhookPayload(notification(order, kind), source)
      expect(isExactly(JSON.parse(text))).toEqual(JSON.parse(text))
      expect(JSON.parse(text)).toMatchObject({ status: kind })
    }
  })

  it("has equal bytes for equal notifications", () => {
    const again = structuredClone(notification(paid))
    expect(webhookPayload(again, source)).toBe(webhookPayload(notification(paid), source))
  })

  it("contains nothing that could charge or identify a card", () => {
    const text = webhookPayload(notification(paid), source)
    for (const secret of [card.token, card.firstDigits, "the-acquirer-s-token"]) expect(text).not.toContain(secret)
  })
})

describe("the size of a body", () => {
  const bytesOf = (items: ReadonlyArray<OrderItem>): number => {
    const order = { ...paid, details: { ...details, items } }
    return Buffer.byteLength(webhookPayload(notification(order), source))
  }
  const items = (count: number, title: string): ReadonlyArray<OrderItem> =>
    Array.from({ length: count }, (_, index) => ({
      productId: null,
      sku: `sku-${index}`,
      title,
      unitPrice: details.amount,
      priceCost: null,
      quantity: 999_999,
    }))

  /** The limit that Standard Webhooks recommends. */
  const advised = 20_000

  it("is below the recommended 20 kB for a hundred items with names of a hundred letters", () => {
    expect(bytesOf(items(100, "x".repeat(100)))).toBeLessThan(advised)
  })

  it("is 31 kB for a hundred items with the longest names, and 107 kB if each letter has four bytes", () => {
    expect(bytesOf(items(100, "x".repeat(255)))).toBe(30_618)
    expect(bytesOf(items(100, "🎻".repeat(255)))).toBe(30_618 + 3 * 100 * 255)
  })
})
