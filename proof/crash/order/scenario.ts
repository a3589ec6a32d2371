/** A scenario of orders of every kind, from a handful of concurrent clients. */
import type { ClientRequest } from "../client-request.ts"
import { loadOf } from "../clients.ts"
import type { Random } from "../random.ts"
import type { Scenario } from "../scenario.ts"
import type { Shop } from "../shop.ts"
import { checksOf, type PlacedOrders } from "./checks.ts"
import { type PlaceOrderOutcome, type Purchase, purchase } from "./purchase.ts"

const clients = 7
/**
 * A client's longest pause between two orders, milliseconds: some hundred orders a second are enough for a kill to hit
 * one.
 */
const pauseMaxMillis = 30

export const ordersOf = (
  shop: Shop,
  random: Random,
  placing: PlaceOrderOutcome,
  kept: Pick<PlacedOrders, "noun" | "origin" | "keyPath">,
): Scenario => {
  const purchases: Array<Purchase> = []
  const requests: Array<ClientRequest> = []
  return {
    load: loadOf(shop, random, {
      noun: kept.noun,
      count: clients,
      pauseMaxMillis,
      requests,
      visit: (asking, own) => purchase(placing, purchases, asking, own),
    }),
    checks: checksOf(shop, { ...kept, purchases, requests }),
  }
}
