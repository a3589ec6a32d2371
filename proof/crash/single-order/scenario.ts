/**
 * Single orders (`POST /api/v1/order/single`) of every kind.
 */
import { acknowledgedIn } from "../order/answers.ts"
import type { PlaceOrderOutcome } from "../order/purchase.ts"
import { ordersOf } from "../order/scenario.ts"
import type { OpenScenario } from "../scenario.ts"

export const singleOrders: OpenScenario = async (shop, random) =>
  ordersOf(shop, random, placing, { noun: "single orders", origin: "single", keyPath: "$.items[0].sku" })

/** Its only item has the key as `sku`. */
export const placing: PlaceOrderOutcome = {
  path: "/api/v1/order/single",
  prefix: "single",
  body: ({ amount, customer, key, kind }) => ({
    customer,
    address: kind.body.address,
    items: [{ sku: key, title: "Caneca", unit_price: amount / 100, quantity: 1 }],
    payment: kind.body.payment,
  }),
  outcomeOf: acknowledgedIn,
}
