/**
 * What must be true of single orders, seen by those who placed them.
 */
import { isDeepStrictEqual } from "node:util"
import type { OrderStatus } from "@vintem/domain"
import type { Check } from "../check.ts"
import type { Shop } from "../shop.ts"
import { ask } from "./client.ts"
import type { Acknowledgement, Purchase } from "./purchase.ts"

export const checksOf = (shop: Shop, purchases: ReadonlyArray<Purchase>): ReadonlyArray<Check> => [
  everyAnswerIsSound(purchases),
  everyAcknowledgedOrderIsThere(purchases),
  oneOrderPerKey(purchases),
  oneChargePerOrder,
  everyOrderEndsAsItsKind(purchases),
  theFirstAnswerStands(shop, purchases),
]

export const everyAnswerIsSound = (purchases: ReadonlyArray<Purchase>): Check => ({
  title: "a sound single order is answered with 200, however often it has to be asked for",
  contradictions: () =>
    purchases.flatMap(({ key, kind, surprise }) =>
      surprise === null ? [] : [`${key} (${kind.name}) was answered with ${surprise}`],
    ),
})

/** What may have become of an order by the time everything has come to rest, of which the client was told this. */
const later: Readonly<Record<Acknowledgement["status"], ReadonlyArray<OrderStatus>>> = {
  paid: ["paid"],
  unpaid: ["unpaid"],
  waiting_payment: ["paid", "unpaid", "waiting_payment", "risk_analysis"],
}

const everyAcknowledgedOrderIsThere = (purchases: ReadonlyArray<Purchase>): Check => ({
  title: "every acknowledged order is there, and stands as it was acknowledged",
  contradictions: ({ database }) => {
    const find = database.prepare<[string], { status: OrderStatus; sku: string; charged: number }>(
      `select status, details ->> '$.items[0].sku' as sku, progress ->> '$.attempts[0].quote.charged' as charged
         from orders where number = ?`,
    )
    return purchases.flatMap(({ key, kind, amount, acknowledgement }) => {
      if (acknowledgement === null) return []
      const { order, status } = acknowledgement
      const what = `${key} (${kind.name}) was acknowledged as order ${order}, ${status}`
      const found = find.get(order)
      if (found === undefined) return [`${what}: there is no such order`]
      if (found.sku !== key) return [`${what}: that order is the one of ${found.sku}`]
      if (found.charged !== amount) return [`${what}: it asks for ${found.charged} centavos instead of ${amount}`]
      return later[status].includes(found.status) ? [] : [`${what}: it is ${found.status}`]
    })
  },
})

const oneOrderPerKey = (purchases: ReadonlyArray<Purchase>): Check => ({
  title: "a key has one order: whatever was answered with silence or a 5xx was not placed a second time",
  contradictions: ({ database }) => {
    const wanted = new Map(purchases.map((purchase) => [purchase.key, purchase]))
    return database
      .prepare<[], { sku: string; numbers: string; count: number }>(
        `select details ->> '$.items[0].sku' as sku, group_concat(number, ', ') as numbers, count(*) as count
         from orders where details ->> '$.origin' = 'single' group by sku`,
      )
      .all()
      .flatMap(({ sku, numbers, count }) => {
        const purchase = wanted.get(sku)
        if (purchase === undefined) return [`nobody asked for order ${numbers} (${sku})`]
        if (count === 1) return []
        return [`${sku} has ${count} orders, ${numbers}; its client met: ${purchase.replies.join(", ")}`]
      })
  },
})

const oneChargePerOrder: Check = {
  title: "an order of one attempt has one charge in the acquirer's books",
  contradictions: ({ database }) =>
    database
      .prepare<[], { number: string; keys: string; count: number }>(
        `select body ->> '$.order' as number, group_concat(key, ', ') as keys, count(*) as count
         from books.simulated_charge where body ->> '$._tag' = 'Charge' group by number having count > 1`,
      )
      .all()
      .map(({ number, keys, count }) => `order ${number} has ${count} charges: ${keys}`),
}

const everyOrderEndsAsItsKind = (purchases: ReadonlyArray<Purchase>): Check => ({
  title: "an order ends as its kind of payment does; where it was disturbed it may be unpaid instead, its key voided",
  contradictions: ({ database }) => {
    const find = database.prepare<[string], { status: OrderStatus; isVoided: number }>(
      `select status, exists (
         select 1 from order_attempt join books.simulated_charge as entry using (key)
         where order_number = number and (entry.body ->> '$._tag' = 'VoidedKey' or entry.body ->> '$.standing' = 'voided')
       ) as isVoided
       from orders where number = ?`,
    )
    return purchases.flatMap(({ key, kind, acknowledgement, isDisturbed }) => {
      const found = acknowledgement === null ? undefined : find.get(acknowledgement.order)
      if (found === undefined || found.status === kind.ending) return []
      // A slow machine may be slower than the service waits: then nobody knows at first, and the key is voided before it is charged.
      const mayBeVoided = isDisturbed || acknowledgement?.status === "waiting_payment"
      if (mayBeVoided && found.status === "unpaid" && found.isVoided === 1) return []
      const circumstances = isDisturbed ? "disturbed" : "undisturbed"
      return [`${key} (${kind.name}, ${circumstances}) ended ${found.status} instead of ${kind.ending}`]
    })
  },
})

/** Asked of each purchase once, the first time it is found acknowledged. */
export const theFirstAnswerStands = (shop: Shop, purchases: ReadonlyArray<Purchase>): Check => {
  const asked = new Set<Purchase>()
  return {
    title: "who asks again under the same key is given the first answer, byte for byte",
    contradictions: async () => {
      const contradictions: Array<string> = []
      for (const wanted of purchases) {
        const { acknowledgement, key } = wanted
        if (acknowledgement === null || asked.has(wanted)) continue
        asked.add(wanted)
        const again = await ask(shop, wanted)
        const expected = { status: 200, text: acknowledgement.text, isReplayed: true }
        if (!isDeepStrictEqual(again, expected)) {
          contradictions.push(`${key}: first ${acknowledgement.text}, then ${JSON.stringify(again)}`)
        }
      }
      return contradictions
    },
  }
}
