/**
 * What is stored of orders in memory, for whoever checks it. Nothing is kept beside the orders and their logs that could differ.
 */
import { type AuditedOrder, StorageAudit, type StoredOrder, statusOf } from "@vintem/domain"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  StorageAudit,
  Effect.gen(function* () {
    const { orderEvents, orders } = yield* Tables

    const audited = ({ id, order }: StoredOrder): AuditedOrder => {
      const { number } = order.details
      const sequences = Array.from({ length: order.version }, (_, position) => position + 1)
      const log = sequences.flatMap((sequence) => {
        const event = orderEvents.get(compositeKey(number, sequence))
        return event === undefined ? [] : [{ sequence, event }]
      })
      return { id, number, status: statusOf(order), order, log, breaches: [] }
    }

    return StorageAudit.of({
      lastId: Effect.sync(() => orders.size),
      scan: (after, limit) =>
        Effect.sync(() =>
          orders
            .newestFirst()
            .filter(({ id }) => id > after)
            .toSorted((one, other) => one.id - other.id)
            .slice(0, limit)
            .map(audited),
        ),
      besideOrders: Stream.empty,
    })
  }),
)
