// An order, as shown: the attempt it shows, and every field in its published format.
import { instant, LocalDate } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { attempted, card, created, credit, details, pix, placedAt, slip, stored } from "../../test/stored-order.ts"
import { OrderView, orderView } from "./order-view.ts"

const publicUrl = "https://pay.example.com"
const view = (order: typeof created) => orderView(stored(order), publicUrl)

const pixIssued = { instrument: { _tag: "pix", code: "00020101…", expiresAt: instant(placedAt + 600_000) } } as const
const slipIssued = {
  instrument: {
    _tag: "bank_slip",
    line: "99990000000000000000100000000000000000000000000",
    barcode: "",
    dueDate: LocalDate.make("2026-11-24"),
  },
} as const

describe("orderView", () => {
  it("shows the agreement, formatted for Brazil", () => {
    expect(view(created)).toMatchObject({
      token: details.token,
      order_number: "7K3M9Q2X5R8T",
      public_key: "b0GzT1kq3v8Yy2mXw5LhNA",
      origin: "single",
      src: null,
      ref: null,
      created_at: "2026-11-21 10:15:00",
      checkout: null,
      customer: { taxvat: "529.982.247-25", telephone: "(11) 98765-4321" },
      address: { postcode: "01310-100", number: "1578", complement: "", city: "São Paulo" },
    })
  })

  it("numbers items by order and position, from 1", () => {
    const { items } = view(created)
    expect(items).toEqual([
      {
        id: 12_001,
        order_id: 12,
        product_id: null,
        sku: "camiseta-azul",
        title: "Camiseta azul",
        unit_price: 99.9,
        price_cost: null,
        quantity: 2,
        created_at: "2026-11-21 10:15:00",
        updated_at: "2026-11-21 10:15:00",
      },
      expect.objectContaining({ id: 12_002, order_id: 12, product_id: 3, unit_price: 0.2, price_cost: 0.05 }),
    ])
  })

  it("shows its checkout as it was", () => {
    const checkout = { title: "Curso", slug: "curso", product: { title: "Curso", sku: "c-1" } }
    expect(view({ ...created, details: { ...details, checkout } }).checkout).toEqual({
      name: "Curso",
      key: "curso",
      product: { title: "Curso", sku: "c-1" },
    })
  })

  it("shows an order without attempts: no method, and only the requested amount", () => {
    expect(view(created)).toMatchObject({
      status: "created",
      paid_at: null,
      payment: {
        installments: null,
        tid: null,
        nsu: null,
        name: null,
        method: null,
        link_to_pay: "https://pay.example.com/pay/b0GzT1kq3v8Yy2mXw5LhNA",
        digitable: null,
        due_date: null,
        card: null,
      },
      totals: {
        subtotal: "100.00",
        fee: null,
        total: "100.00",
        net: null,
        refunded: "0.00",
        charged_back: "0.00",
      },
    })
  })

  it("shows an open Pix with its code and its expiry", () => {
    expect(view(attempted(created, pix, ["open", pixIssued]))).toMatchObject({
      status: "waiting_payment",
      updated_at: "2026-11-21 10:15:01",
      paid_at: null,
      payment: {
        ...{ name: "Pix", method: "pix", digitable: "00020101…", due_date: "2026-11-21 10:25:00", card: null },
        ...{ installments: 1, tid: null, nsu: null },
      },
      totals: { subtotal: "100.00", fee: "0.99", total: "100.00", net: "99.01" },
    })
  })

  it("shows an open slip with its line and its due date", () => {
    expect(view(attempted(created, slip, ["open", slipIssued])).payment).toMatchObject({
      name: "Boleto bancário",
      method: "bank_slip",
      digitable: slipIssued.instrument.line,
      due_date: "2026-11-24",
    })
  })

  it.each([
    ["confirmed", card.token],
    ["refused", null],
    ["review", null],
    ["unknown", null],
  ] as const)("shows a %s card with the token %s", (fact, token) => {
    expect(view(attempted(created, credit, [fact, {}])).payment.card).toEqual({
      token,
      brand: "visa",
      last_digits: "4242",
    })
  })

  it("shows the latest attempt while none brought money", () => {
    const refused = attempted(created, credit, ["refused", {}])
    expect(view(attempted(refused, pix, ["open", pixIssued]))).toMatchObject({
      status: "waiting_payment",
      payment: { method: "pix", card: null },
    })
  })

  it("shows the attempt that brought money, whatever was tried afterwards", () => {
    const paid = attempted(created, pix, ["open", pixIssued], ["confirmed", {}])
    expect(view(attempted(paid, credit, ["refused", {}]))).toMatchObject({
      status: "paid",
      payment: { method: "pix", digitable: "00020101…", card: null },
      totals: { fee: "0.99" },
    })
  })

  it.each([
    ["created", created],
    ["by Pix", attempted(created, pix, ["open", pixIssued])],
    ["by slip", attempted(created, slip, ["open", slipIssued])],
    ["by card", attempted(created, credit, ["confirmed", { tid: "t1", nsu: "n1" }])],
  ])("has every documented field: %s", (_, order) => {
    expect(() => Schema.decodeSync(OrderView, { onExcessProperty: "error" })(view(order))).not.toThrow()
  })
})
