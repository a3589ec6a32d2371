// Products in the administration: every limit from both sides, and the meaning of missing and null.
import { Product } from "@vintem/domain/catalogue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import type { InvalidFields } from "../input/fault.ts"
import { invalid } from "../invalid.ts"
import { ProductView, productBody, productChangeBody, productView } from "./product.ts"

const decodeProduct = bodyOf(productBody)
const decodeProductChange = bodyOf(productChangeBody)

const errorsOf = (decoded: Result.Result<unknown, InvalidFields>): Record<string, unknown> =>
  Result.isSuccess(decoded) ? {} : { ...invalid(decoded.failure).response.errors }

const body = { sku: "curso", title: "Curso", unit_price: 199.9 }

describe("productBody", () => {
  it("reads everything, and a cost if there is one", () => {
    expect(decodeProduct({ ...body, sku: " curso ", price_cost: "50.5" })).toEqual(
      Result.succeed({ sku: "curso", title: "Curso", unitPrice: 19_990, priceCost: 5_050 }),
    )
    expect(decodeProduct({ ...body, price_cost: "" })).toMatchObject({ success: { priceCost: null } })
  })

  it.each([
    ["sku", "x", "", "field is required."],
    ["sku", "x".repeat(255), "x".repeat(256), "may not be longer than 255 characters."],
    ["sku", "a b", "a\u0007b", "may not contain control characters."],
    ["title", "🥖".repeat(255), "🥖".repeat(256), "may not be longer than 255 characters."],
    ["title", "x", 7, "must be a string."],
    ["unit_price", 0, -0.01, "must be at least 0.00."],
    ["unit_price", "99999999999.99", 1e11, "must be below 100000000000.00."],
    ["unit_price", 1.5, 1.005, "may not have more than two decimals."],
    ["unit_price", "10", "10,00", "must be a number."],
    ["unit_price", 0.1, null, "field is required."],
    ["price_cost", null, -1, "must be at least 0.00."],
  ])("%s accepts %j and refuses %j", (name, good, bad, predicate) => {
    expect(errorsOf(decodeProduct({ ...body, [name]: good }))).toEqual({})
    expect(errorsOf(decodeProduct({ ...body, [name]: bad }))).toEqual({ [name]: [`The ${name} ${predicate}`] })
  })

  it("reports every fault at once", () => {
    expect(Object.keys(errorsOf(decodeProduct({ price_cost: "free" })))).toEqual([
      "sku",
      "title",
      "unit_price",
      "price_cost",
    ])
    expect(errorsOf(decodeProduct([]))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("productChangeBody", () => {
  it.each([
    [{}, {}],
    [{ sku: "", title: null, unit_price: "" }, {}],
    [
      { sku: "outro", title: "Outro" },
      { sku: "outro", title: "Outro" },
    ],
    [
      { unit_price: "1.00", price_cost: 0 },
      { unitPrice: 100, priceCost: 0 },
    ],
    [{ price_cost: null }, { priceCost: null }],
    [{ id: 9, created_at: "x" }, {}],
  ])("for %j reads %j", (change, read) => {
    expect(decodeProductChange(change)).toEqual(Result.succeed(read))
  })

  it("reports every fault at once", () => {
    const faults = { sku: "x".repeat(256), title: 1, unit_price: -1, price_cost: "x" }
    expect(Object.keys(errorsOf(decodeProductChange(faults)))).toEqual(Object.keys(faults))
  })
})

describe("productView", () => {
  const product = Schema.decodeSync(Product)({
    id: 7,
    company: 1,
    sku: "curso",
    title: "Curso",
    unitPrice: 19_990,
    priceCost: null,
    createdAt: Date.UTC(2026, 10, 21, 13),
  })
  const shown = {
    id: 7,
    sku: "curso",
    title: "Curso",
    unit_price: 199.9,
    price_cost: null,
    created_at: "2026-11-21 10:00:00",
  }

  it("shows every field, including empty ones, without the company", () => {
    expect(productView(product)).toEqual(shown)
    expect(Schema.is(ProductView)(productView(product))).toBe(true)
  })

  it("can be sent back without changing anything", () => {
    const { sku, title, unitPrice, priceCost } = product
    expect(decodeProductChange(shown)).toEqual(Result.succeed({ sku, title, unitPrice, priceCost }))
  })
})
