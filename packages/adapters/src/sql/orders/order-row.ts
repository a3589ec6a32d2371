/**
 * An order as a row, and a row as an order.
 */
import type { OrderNumber } from "@vintem/domain/identifiers"
import {
  figuresOf,
  type Order,
  OrderDetails,
  OrderEvent,
  type OrderProgress,
  progressFromStored,
  StoredProgress,
  statusOf,
  storedFromProgress,
} from "@vintem/domain/order"
import type { StorageUnavailable, StoredOrder } from "@vintem/domain/ports"
import { Effect } from "effect"
import { readerOfJson, unreadable } from "../engine/stored-value.ts"

/** The columns of `orders` from which an order is read. */
export interface OrderRow {
  readonly id: number
  readonly number: string
  readonly status: string
  readonly version: number
  readonly details: string
  readonly progress: string
}

/** All columns. They are written for an order, and the check compares them with it. */
export interface FullOrderRow extends OrderRow {
  readonly company_id: number
  readonly public_key: string
  readonly src: string | null
  readonly ref: string | null
  readonly customer_id: number
  readonly document: string
  readonly placed_at: number
  readonly figures: string
  readonly updated_at: number
}

export const orderRowColumns = [
  "orders.id",
  "orders.number",
  "orders.status",
  "orders.version",
  "orders.details",
  "orders.progress",
] as const

/** The part of an order that its later history rewrites. */
export const progressOf = (order: Order): string => {
  return JSON.stringify(storedFromProgress(order))
}

/** An order's part of the figures of its day, which `vintem check` adds up. */
export const figuresText = (order: OrderProgress): string =>
  JSON.stringify(
    figuresOf(order).map(({ kind, method, reason, count, amount }) => [kind, method, reason, count, amount]),
  )

export const orderFromRow = Effect.fnUntraced(function* (
  operation: string,
  row: OrderRow,
): Effect.fn.Return<StoredOrder, StorageUnavailable> {
  const what = `Order ${row.number}`
  const details = yield* readDetails(operation, what, row.details)
  const progress = progressFromStored(yield* readProgress(operation, what, row.progress))
  if (progress === null) return yield* unreadable(operation, what)
  const order: Order = { details, version: row.version, ...progress }
  if (statusOf(order) !== row.status) return yield* unreadable(operation, `Status ${row.status} of order ${row.number}`)
  return { id: row.id, order }
})

export const eventFromJson = (operation: string, number: OrderNumber, body: string) =>
  readEvent(operation, `An event of order ${number}`, body)

const readDetails = readerOfJson(OrderDetails)
const readProgress = readerOfJson(StoredProgress)
const readEvent = readerOfJson(OrderEvent)

/** The products an order has items of, each once. */
export const productsOf = (order: Order): ReadonlyArray<number> => [
  ...new Set(order.details.items.flatMap(({ productId }) => productId ?? [])),
]
