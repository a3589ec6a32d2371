/**
 * An order as a row, and a row as an order.
 */
import {
  type Order,
  OrderDetails,
  OrderEvent,
  OrderProgress,
  StorageUnavailable,
  type StoredOrder,
  statusOf,
} from "@vintem/domain"
import { Effect, Result, Schema } from "effect"

/** What is read of the table `orders` to make an order again. */
export interface OrderRow {
  readonly id: number
  readonly status: string
  readonly version: number
  readonly details: string
  readonly progress: string
}

export const orderRowColumns = ["id", "status", "version", "details", "progress"] as const

/** The part of an order that its later history rewrites. */
export const progressOf = (order: Order): string => {
  const { details: _details, version: _version, ...progress } = order
  return JSON.stringify(progress)
}

const readDetails = Schema.decodeUnknownResult(Schema.fromJsonString(OrderDetails))
const readProgress = Schema.decodeUnknownResult(Schema.fromJsonString(OrderProgress))
const readEvent = Schema.decodeUnknownResult(Schema.fromJsonString(OrderEvent))

/** What is stored was written by a version that this one does not know, or was damaged: nobody guesses at money. */
const unreadable = (operation: string, what: string, cause: unknown) =>
  new StorageUnavailable({
    fault: "corrupt",
    operation,
    cause: new Error(`${what} cannot be read as this version writes it.`, { cause }),
  })

export const orderFromRow = (operation: string, row: OrderRow): Effect.Effect<StoredOrder, StorageUnavailable> => {
  const details = readDetails(row.details)
  const progress = readProgress(row.progress)
  if (Result.isFailure(details)) return Effect.fail(unreadable(operation, `Order ${row.id}`, details.failure))
  if (Result.isFailure(progress)) return Effect.fail(unreadable(operation, `Order ${row.id}`, progress.failure))
  const order: Order = { details: details.success, version: row.version, ...progress.success }
  return statusOf(order) === row.status
    ? Effect.succeed({ id: row.id, order })
    : Effect.fail(unreadable(operation, `Status ${row.status} of order ${order.details.number}`, undefined))
}

export const eventFromJson = (operation: string, body: string): Effect.Effect<OrderEvent, StorageUnavailable> =>
  Effect.mapError(Effect.fromResult(readEvent(body)), (cause) => unreadable(operation, "An event", cause))

/** The products an order has items of, each once. */
export const productsOf = (order: Order): ReadonlyArray<number> => [
  ...new Set(order.details.items.flatMap(({ productId }) => productId ?? [])),
]
