/**
 * The request that shows a newcomer a paid order.
 */
import { byMariasCard, maria, mariasAddress } from "./demo/maria.ts"

const firstOrder = {
  customer: maria,
  address: mariasAddress,
  items: [{ sku: "caneca", title: "Caneca", unit_price: 39.9, quantity: 1 }],
  payment: byMariasCard("4242424242424242"),
}

/** One line for a shell. @param key - an API key, or a shell expression that gives one */
export const firstOrderCommand = (base: string, key: string): string =>
  [
    `curl -s ${base}/api/v1/order/single`,
    `-H "Authorization: Bearer ${key}"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(firstOrder)}'`,
  ].join(" ")
