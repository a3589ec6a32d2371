/**
 * What an order adds to the totals: to the number of orders of its status and day (order-total.ts), and to the figures of its day
 * (order-figures.ts). For an engine whose units add up; triggers of the other one do the same.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { readerOfJson } from "../engine/stored-value.ts"
import type { Addition, TotalsTable } from "../engine/totals.ts"
import type { FullOrderRow } from "./order-row.ts"
import { countDayAt } from "./order-total.ts"

/** Of an order's row what it counts for. */
export type CountedColumns = Pick<FullOrderRow, "status" | "figures">

/** Where it counts. */
export type CountedPlace = Pick<FullOrderRow, "company_id" | "placed_at">

/**
 * What changes where an order becomes another. A part of a unit that writes the order.
 *
 * @param before - as it is stored; null of a new order
 */
export const orderAdditions = Effect.fnUntraced(function* (
  operation: string,
  { company_id, placed_at }: CountedPlace,
  before: CountedColumns | null,
  after: CountedColumns,
): Effect.fn.Return<ReadonlyArray<Addition>, StorageUnavailable> {
  const day = countDayAt(placed_at)
  const additions: Array<Addition> = []
  const count = (status: string, by: 1 | -1) => {
    additions.push({ to: orderCounts, key: [company_id, status, day], by: [by] })
  }
  const addFigures = Effect.fnUntraced(function* (stored: string, sign: 1 | -1) {
    if (stored === "[]") return
    for (const [kind, method, reason, times, amount] of yield* readFigures(operation, "An order's figures", stored)) {
      additions.push({
        to: orderFigures,
        key: [company_id, kind, day, method, reason],
        by: [sign * times, sign * amount],
      })
    }
  })
  if (before?.status !== after.status) {
    if (before !== null) count(before.status, -1)
    count(after.status, 1)
  }
  if (before?.figures !== after.figures) {
    if (before !== null) yield* addFigures(before.figures, -1)
    yield* addFigures(after.figures, 1)
  }
  return additions
})

const orderCounts: TotalsTable = { name: "order_count", key: ["company_id", "status", "day"], sums: ["count"] }

const orderFigures: TotalsTable = {
  name: "order_figure",
  key: ["company_id", "kind", "day", "method", "reason"],
  sums: ["count", "amount"],
}

const readFigures = readerOfJson(
  Schema.Array(Schema.Tuple([Schema.String, Schema.String, Schema.String, Schema.Int, Schema.Int])),
)
