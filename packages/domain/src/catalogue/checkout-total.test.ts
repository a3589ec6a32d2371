// The total of an order on a checkout.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { centavos, centavosMax } from "../money/centavos.ts"
import { checkoutTotal } from "./checkout-total.ts"
import { CouponDiscount } from "./coupon.ts"
import { Product } from "./product.ts"

const product = Schema.decodeSync(Product)({
  id: 7,
  company: 1,
  sku: "curso",
  title: "Curso de violão",
  unitPrice: 9_990,
  priceCost: 1_000,
  createdAt: 0,
})
const extra = (unitPrice: number, quantity = 1) => ({
  productId: null,
  sku: "extra",
  title: "Extra",
  unitPrice: centavos(unitPrice),
  priceCost: null,
  quantity,
})
const off = (discount: unknown) => Schema.decodeUnknownSync(CouponDiscount)(discount)
const tenPercent = off({ _tag: "percent", percent: 1_000 })
const plain = { customTotal: null, customQuantity: null, items: [], coupon: null, shipping: centavos(0) }
const total = (terms: Partial<Parameters<typeof checkoutTotal>[2]>, quantity = 2) =>
  checkoutTotal(product, { quantity }, { ...plain, ...terms })

describe("checkoutTotal", () => {
  it.each([
    ["the checkout's quantity", {}, 19_980, 0],
    ["another quantity", { customQuantity: 3 }, 29_970, 0],
    ["a total of the line, whatever the quantity", { customTotal: centavos(500), customQuantity: 3 }, 500, 0],
    ["further items", { items: [extra(1_000, 2), extra(1)] }, 21_981, 0],
    ["a discount among the items", { items: [extra(-1_980)] }, 18_000, 0],
    [
      "a coupon on product and items, before shipping",
      { items: [extra(20)], coupon: tenPercent, shipping: centavos(500) },
      18_500,
      2_000,
    ],
    [
      "a coupon of more than there is, with shipping left to pay",
      { coupon: off({ _tag: "amount", amount: 99_999 }), shipping: centavos(1) },
      1,
      19_980,
    ],
  ])("for %s", (_, terms, amount, couponValue) => {
    expect(Result.getOrThrow(total(terms))).toMatchObject({ amount, couponValue })
  })

  it("puts the product first, with its price and cost", () => {
    const { items } = Result.getOrThrow(total({ items: [extra(1)] }))
    expect(items).toStrictEqual([
      { productId: 7, sku: "curso", title: "Curso de violão", unitPrice: 9_990, priceCost: 1_000, quantity: 2 },
      extra(1),
    ])
  })

  it("shows a custom line total as one piece", () => {
    const { items } = Result.getOrThrow(total({ customTotal: centavos(500) }))
    expect(items[0]).toMatchObject({ unitPrice: 500, quantity: 1 })
  })

  it.each([
    ["nothing left", { items: [extra(-19_980)] }, "too_small"],
    ["less than nothing", { items: [extra(-30_000)] }, "too_small"],
    [
      "less than nothing, and shipping that does not make up for it",
      { items: [extra(-30_000)], shipping: centavos(5) },
      "too_small",
    ],
    ["a coupon for all of it", { coupon: off({ _tag: "percent", percent: 10_000 }) }, "too_small"],
    ["a line beyond all bounds", { items: [extra(centavosMax, 2)] }, "out_of_range"],
    ["lines beyond all bounds together", { items: [extra(centavosMax)] }, "out_of_range"],
    ["shipping beyond all bounds", { items: [extra(centavosMax - 19_980)], shipping: centavos(1) }, "out_of_range"],
  ])("is refused with %s", (_, terms, reason) => {
    expect(Result.getOrThrow(Result.flip(total(terms))).reason).toBe(reason)
  })
})
