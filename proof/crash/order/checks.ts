/** Promises about orders, checked from the view of their clients. */
import type { OrderOrigin, OrderStatus } from "@vintem/domain/order"
import type { Check } from "../check.ts"
import type { ClientRequest } from "../client-request.ts"
import { theFirstAnswerStands } from "../first-answer.ts"
import type { Shop } from "../shop.ts"
import type { Outcome, Purchase } from "./purchase.ts"

/** The orders of one scenario. */
export interface PlacedOrders {
  /** The orders, in the plural. */
  readonly noun: string
  /** Only this scenario places orders of this origin. */
  readonly origin: OrderOrigin
  /** The JSON path of the request's key in an order's details. */
  readonly keyPath: string
  readonly purchases: ReadonlyArray<Purchase>
  /** The clients' requests, as far as they were made. */
  readonly requests: ReadonlyArray<ClientRequest>
}

export const checksOf = (shop: Shop, orders: PlacedOrders): ReadonlyArray<Check> => [
  everyAnswerIsSound(orders),
  everyAcknowledgedOrderIsThere(orders),
  oneOrderPerKey(orders),
  oneChargePerOrder(orders),
  everyOrderEndsAsItsKind(orders),
  theFirstAnswerStands(shop, orders.noun, orders.requests),
]

type Acknowledgement = Extract<Outcome, { _tag: "acknowledged" }>

const acknowledged = ({ outcome }: Purchase): Acknowledgement | null =>
  outcome?._tag === "acknowledged" ? outcome : null

const name = ({ kind, request }: Purchase) => `${request.key} (${kind.name})`

export const everyAnswerIsSound = ({ noun, purchases }: PlacedOrders): Check => ({
  title: `of ${noun}: what is sound is answered as such, however often it has to be asked for`,
  contradictions: () =>
    purchases
      .filter(({ outcome }) => outcome?._tag === "surprise")
      .map((one) => `${name(one)} was answered with ${one.request.answer?.status} ${one.request.answer?.text}`),
})

/** Statuses that an order may have at rest, by the status that the client was given. */
const later: Readonly<Record<Acknowledgement["status"], ReadonlyArray<OrderStatus>>> = {
  paid: ["paid"],
  unpaid: ["unpaid"],
  waiting_payment: ["paid", "unpaid", "waiting_payment", "risk_analysis"],
}

const everyAcknowledgedOrderIsThere = ({ keyPath, noun, purchases }: PlacedOrders): Check => ({
  title: `of ${noun}: every acknowledged order is there, and stands as it was acknowledged`,
  contradictions: ({ database }) => {
    const find = database.prepare<[string, string], { status: OrderStatus; key: string; charged: number }>(
      `select status, details ->> ? as key, progress ->> '$.attempts[0].quote.charged' as charged
         from orders where number = ?`,
    )
    return purchases.flatMap((purchase) => {
      const acknowledgement = acknowledged(purchase)
      if (acknowledgement === null) return []
      const { amount, request } = purchase
      const { order, status } = acknowledgement
      const what = `${name(purchase)} was acknowledged as order ${order}, ${status}`
      const found = find.get(keyPath, order)
      if (found === undefined) return [`${what}: there is no such order`]
      if (found.key !== request.key) return [`${what}: that order is the one of ${found.key}`]
      if (found.charged !== amount) return [`${what}: it asks for ${found.charged} centavos instead of ${amount}`]
      return later[status].includes(found.status) ? [] : [`${what}: it is ${found.status}`]
    })
  },
})

export const oneOrderPerKey = ({ keyPath, noun, origin, purchases }: PlacedOrders): Check => ({
  title: `of ${noun}: a key has one order, whatever was answered with silence or a 5xx, and none where it was refused`,
  contradictions: ({ database }) => {
    const wanted = new Map(purchases.map((purchase) => [purchase.request.key, purchase]))
    return database
      .prepare<[string, string], { key: string; numbers: string; count: number }>(
        `select details ->> ? as key, group_concat(number, ', ') as numbers, count(*) as count
         from orders where details ->> '$.origin' = ? group by 1`,
      )
      .all(keyPath, origin)
      .flatMap(({ key, numbers, count }) => {
        const purchase = wanted.get(key)
        if (purchase === undefined) return [`nobody asked for order ${numbers} (${key})`]
        if (purchase.outcome?._tag === "refused") return [`${name(purchase)} was refused, and has order ${numbers}`]
        if (count === 1) return []
        return [`${key} has ${count} orders, ${numbers}; its client met: ${purchase.request.replies.join(", ")}`]
      })
  },
})

const oneChargePerOrder = ({ noun, origin }: PlacedOrders): Check => ({
  title: `of ${noun}: an order of one attempt has one charge in the acquirer's books`,
  contradictions: ({ database }) =>
    database
      .prepare<[string], { number: string; keys: string; count: number }>(
        `select number, group_concat(key, ', ') as keys, count(*) as count
         from books.charge as entry join orders on number = entry.body ->> '$.order'
         where entry.body ->> '$._tag' = 'Charge' and details ->> '$.origin' = ? group by number having count > 1`,
      )
      .all(origin)
      .map(({ number, keys, count }) => `order ${number} has ${count} charges: ${keys}`),
})

const everyOrderEndsAsItsKind = ({ noun, purchases }: PlacedOrders): Check => ({
  title: `of ${noun}: an order ends as its kind of payment does; where it was disturbed it may be unpaid instead, its key voided`,
  contradictions: ({ database }) => {
    const find = database.prepare<[string], { status: OrderStatus; isVoided: number }>(
      `select status, exists (
         select 1 from order_attempt join books.charge as entry using (key)
         where order_number = number and (entry.body ->> '$._tag' = 'VoidedKey' or entry.body ->> '$.state' = 'voided')
       ) as isVoided
       from orders where number = ?`,
    )
    return purchases.flatMap((purchase) => {
      const { kind, request } = purchase
      const acknowledgement = acknowledged(purchase)
      const found = acknowledgement === null ? undefined : find.get(acknowledgement.order)
      if (found === undefined || found.status === kind.ending) return []
      // A slow machine may exceed the service's time limit: then the outcome is unknown at first, and the key is voided
      // before it is charged.
      const mayBeVoided = request.isDisturbed || acknowledgement?.status === "waiting_payment"
      if (mayBeVoided && found.status === "unpaid" && found.isVoided === 1) return []
      const circumstances = request.isDisturbed ? "disturbed" : "undisturbed"
      return [`${name(purchase)}, ${circumstances}, ended ${found.status} instead of ${kind.ending}`]
    })
  },
})
