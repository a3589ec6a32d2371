// Reading the order on a checkout: its fields besides those of a single order, and its faults by their places.
import { LocalDate } from "@vintem/domain/calendar"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readBody } from "../input/codec.ts"
import { invalid } from "../invalid.ts"
import { checkoutOrderBody } from "./checkout-order-request.ts"

const customer = {
  email: "maria@example.com",
  fullname: "Maria da Silva",
  taxvat: "52998224725",
  telephone: "11987654321",
}
const address = {
  postcode: "01310-100",
  street: "Avenida Paulista",
  number: 1578,
  district: "Bela Vista",
  city: "São Paulo",
  region: "SP",
}
const card = { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" }
const payment = { method: "credit", installments: 1, card }
const body = { checkout_id: "violao", customer, address, payment }
const item = { title: "a", unit_price: 1, quantity: 1 }

const read = (parts: object) =>
  readBody(checkoutOrderBody, { ...body, ...parts }, { today: LocalDate.make("2026-11-21") })

describe("checkoutOrderBody", () => {
  it.each([
    {},
    { coupon_code: "x".repeat(64), src: "x".repeat(255), ref: "x".repeat(255) },
    { payment: { ...payment, installments: 12, apply_interest: "1", custom_total: 0, custom_quantity: 999_999 } },
    { shipping: { method: "sedex", name: "Sedex", total: 0 } },
    { items: Array.from({ length: 98 }, () => item) },
  ])("reads %j", (parts) => {
    expect(Result.isSuccess(read(parts))).toBe(true)
  })

  it.each<readonly [object, string, string]>([
    [{ checkout_id: undefined }, "checkout_id", "The checkout_id field is required."],
    [{ coupon_code: "x".repeat(65) }, "coupon_code", "The coupon_code may not be longer than 64 characters."],
    [{ src: "x".repeat(256) }, "src", "The src may not be longer than 255 characters."],
    [{ ref: "x".repeat(256) }, "ref", "The ref may not be longer than 255 characters."],
    [
      { customer: { ...customer, telephone: undefined } },
      "customer.telephone",
      "The customer.telephone field is required.",
    ],
    [
      { customer: { ...customer, taxvat: "52998224726" } },
      "customer.taxvat",
      "The customer.taxvat must be a valid CPF or CNPJ.",
    ],
    [
      { address: { ...address, region: "XX" } },
      "address.region",
      "The address.region must be the abbreviation of a Brazilian state.",
    ],
    [{ payment: undefined }, "payment", "The payment field is required."],
    [
      { payment: { ...payment, method: "cash" } },
      "payment.method",
      "The payment.method must be one of credit, bank_slip, pix.",
    ],
    [
      { payment: { ...payment, installments: 13 } },
      "payment.installments",
      "The payment.installments must be between 1 and 12.",
    ],
    [
      { payment: { ...payment, apply_interest: "maybe" } },
      "payment.apply_interest",
      "The payment.apply_interest must be true or false.",
    ],
    [
      { payment: { ...payment, custom_total: 1.005 } },
      "payment.custom_total",
      "The payment.custom_total may not have more than two decimals.",
    ],
    [
      { payment: { ...payment, custom_total: -1 } },
      "payment.custom_total",
      "The payment.custom_total must be at least 0.00.",
    ],
    [
      { payment: { ...payment, custom_quantity: 0 } },
      "payment.custom_quantity",
      "The payment.custom_quantity must be between 1 and 999999.",
    ],
    [{ shipping: { total: -1 } }, "shipping.total", "The shipping.total must be at least 0.00."],
    [{ shipping: "sedex" }, "shipping", "The shipping must be an object."],
    [{ items: "none" }, "items", "The items must be an array."],
    [{ items: Array.from({ length: 100 }, () => ({})) }, "items", "The items may not have more than 99 items."],
    [{ items: [{ ...item, quantity: 0 }] }, "items.0.quantity", "The items.0.quantity must be between 1 and 999999."],
    [{ items: [{ ...item, title: undefined }] }, "items.0.title", "The items.0.title field is required."],
    [{ items: [{ ...item, product_id: "x" }] }, "items.0.product_id", "The items.0.product_id must be an integer."],
  ])("refuses %j because of %s", (parts, at, message) => {
    expect(Result.mapError(read(parts), (faults) => invalid(faults).response.errors)).toEqual(
      Result.fail({ [at]: [message] }),
    )
  })
})
