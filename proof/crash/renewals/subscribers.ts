/** The subscribers before the first kill, each with an order of their own. Some cancel during the kills. */

import { address, payer, visa } from "@vintem/api/test/example-orders.ts"
import { CheckoutOrderResponse, CheckoutView, ProductView, SubscriberPage } from "@vintem/contract"
import { Schema } from "effect"
import { ask, askUntilAnswered, type ClientRequest, clientRequest } from "../client-request.ts"
import type { Shop } from "../shop.ts"

export interface Subscriber {
  /** The `ref` of the order, and so of each of its renewals. */
  readonly key: string
  readonly kind: SubscriberKind
  /** Their subscription. */
  readonly token: string
  /** The request to cancel, once there is one. */
  cancel: ClientRequest | null
}

interface SubscriberKind {
  readonly name: string
  readonly count: number
  /** A card of docs/sandbox.md. */
  readonly card: string
  /** How often they are charged in all; null for no end. */
  readonly cycles: number | null
  /** True if every charge of the card succeeds. */
  readonly isGood: boolean
  /** True if they cancel, one of them per kill. */
  readonly isLeaving: boolean
}

const plain = { count: 2, card: visa.number, cycles: null, isGood: true, isLeaving: false } as const

/** Few enough that they end during the run. */
const fewCycles = 3

const kinds: ReadonlyArray<SubscriberKind> = [
  { ...plain, name: "approved card", count: 16 },
  { ...plain, name: "card charged in silence", card: "4000000000000101" },
  { ...plain, name: "card approved once", card: "4000000000000341", isGood: false },
  { ...plain, name: "few cycles", cycles: fewCycles },
  { ...plain, name: "leaving", count: 8, isLeaving: true },
]

/** Seconds after which the acquirer was asked about unanswered charges. */
const askingSeconds = 60

/** All subscribers, by kind. Fails if one of them does not get a subscription. */
export const subscribeAll = async (shop: Shop): Promise<ReadonlyArray<Subscriber>> => {
  await setUp(shop)
  const wanted = kinds.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, place) => ({ kind, key: `${kind.name.replaceAll(" ", "-")}-${place + 1}` })),
  )
  for (const { key, kind } of wanted) await order(shop, key, kind)
  await shop.turnClock(askingSeconds)
  return Promise.all(
    wanted.map(async ({ key, kind }) => ({ key, kind, token: await tokenOf(shop, key), cancel: null })),
  )
}

/** Cancels by one of two methods, and repeats until it is answered. */
export const cancelSubscription = async (shop: Shop, subscriber: Subscriber, position: number): Promise<void> => {
  const { key, token } = subscriber
  const method = position % 2 === 0 ? "DELETE" : "POST"
  subscriber.cancel = clientRequest({ key: `${key}-cancel`, method, path: `${path}/${token}/cancel` }, {})
  await askUntilAnswered(shop, subscriber.cancel)
}

const path = "/api/v1/subscriber"

/** Every day is a period: a few moves of the clock bring many renewals. */
const setUp = async (shop: Shop): Promise<void> => {
  const product = await shop.setUp("/products", { sku: "jornal", title: "Jornal", unit_price: 4.9 }, ProductView)
  for (const cycles of [null, fewCycles]) {
    const recurrence = { every: "day", count: 1, cycles }
    const offer = { slug: slugOf(cycles), title: "Jornal do dia", product_id: product.id, recurrence }
    await shop.setUp("/checkouts", offer, CheckoutView)
  }
}

const slugOf = (cycles: number | null): string => (cycles === null ? "jornal" : `jornal-${cycles}`)

const emailOf = (key: string): string => `${key}@example.com`

const readOrder = Schema.decodeSync(Schema.fromJsonString(CheckoutOrderResponse))

const order = async (shop: Shop, key: string, { card, cycles }: SubscriberKind): Promise<void> => {
  const body = {
    checkout_id: slugOf(cycles),
    ref: key,
    customer: { ...payer, email: emailOf(key) },
    address,
    payment: { method: "credit", installments: 1, card: { ...visa, number: card } },
  }
  const answer = await ask(shop, clientRequest({ key, path: "/api/v1/order" }, body))
  if (answer?.status !== 200 || !readOrder(answer.text).success) throw new Error(`${key} got ${answer?.text}`)
}

const readPage = Schema.decodeSync(Schema.fromJsonString(SubscriberPage))

const tokenOf = async ({ base, key: bearer }: Shop, key: string): Promise<string> => {
  const url = `${await base()}${path}?email=${encodeURIComponent(emailOf(key))}`
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${bearer}` } })).text()
  const [only, ...more] = readPage(text).data
  if (only === undefined || more.length > 0) throw new Error(`${key} has ${text}`)
  return only.token
}
