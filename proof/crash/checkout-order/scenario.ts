/** Orders on a checkout (`POST /api/v1/order`) of every kind. About half want a coupon that is short. */
import { CheckoutOrderResponse, CheckoutView, CouponView, ProductView, sentenceOf } from "@vintem/contract"
import { Schema } from "effect"
import { couponsKeepTheirLimit } from "../checks/coupon-uses.ts"
import type { Answer } from "../client-request.ts"
import { isRefusedFor } from "../order/answers.ts"
import type { Outcome, PlaceOrderOutcome } from "../order/purchase.ts"
import { ordersOf } from "../order/scenario.ts"
import type { OpenScenario } from "../scenario.ts"
import type { Shop } from "../shop.ts"

/**
 * The number of coupons from the beginning: in a row of orders about half ask for one coupon, and then for the next.
 */
const coupons = 40
const ordersPerCoupon = 24
/** Fewer than the orders that want it, although an unpaid order releases its use. */
const usesMax = 4
/** The discount of each, in reais. */
const couponReais = 1

const checkout = "caneca"

export const checkoutOrders: OpenScenario = async (shop, random) => {
  await setUp(shop)
  const kept = { noun: "orders on a checkout", origin: "checkout", keyPath: "$.ref" } as const
  const { load, checks } = ordersOf(shop, random, placing, kept)
  return { load, checks: [...checks, couponsKeepTheirLimit] }
}

const setUp = async (shop: Shop): Promise<void> => {
  const product = await shop.setUp("/products", { sku: "caneca", title: "Caneca", unit_price: 29.9 }, ProductView)
  await shop.setUp("/checkouts", { slug: checkout, title: "Caneca", product_id: product.id }, CheckoutView)
  for (let position = 0; position < coupons; position += 1) {
    const code = couponAt(position * ordersPerCoupon)
    await shop.setUp("/coupons", { code, amount: couponReais, max_uses: usesMax }, CouponView)
  }
}

/** @param position - of the order */
const couponAt = (position: number): string => `CANECA${Math.floor(position / ordersPerCoupon) % coupons}`

/** The order's `ref` is the key. */
const placing: PlaceOrderOutcome = {
  path: "/api/v1/order",
  prefix: "checkout",
  body: ({ amount, customer, key, kind, position }, random) => {
    const hasCoupon = random.below(2) === 0
    const reais = amount / 100
    return {
      checkout_id: checkout,
      ref: key,
      ...(hasCoupon ? { coupon_code: couponAt(position) } : {}),
      customer,
      address: kind.body.address,
      payment: { ...kind.body.payment, custom_total: (reais + (hasCoupon ? couponReais : 0)).toFixed(2) },
    }
  },
  outcomeOf: (answer, { request }) => {
    if (answer.status === 200) return acknowledgementIn(answer)
    return {
      _tag: isRefusedFor("coupon_code", answer) && request.body.includes("coupon_code") ? "refused" : "surprise",
    }
  },
}

const readResponse = Schema.decodeSync(Schema.fromJsonString(CheckoutOrderResponse))

const acknowledgementIn = ({ text }: Answer): Outcome => {
  const { data, responseCode, responseData } = readResponse(text)
  const waitingOrPaid = responseData === sentenceOf("paid") ? "paid" : "waiting_payment"
  return {
    _tag: "acknowledged",
    order: data.order_number,
    status: responseCode === 402 ? "unpaid" : waitingOrPaid,
  }
}
