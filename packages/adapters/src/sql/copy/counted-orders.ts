/**
 * Counts the orders that a copy has written, where no trigger does: part of the same commit.
 */
import { Effect } from "effect"
import { type CountedColumns, type CountedPlace, orderAdditions } from "../orders/order-totals.ts"
import { SourceBroken } from "./copy-faults.ts"
import type { OpenSide } from "./copy-side.ts"
import type { Row } from "./table-rows.ts"

/** @param rows - of the table `orders`, each written for the first time */
export const countOrders = Effect.fnUntraced(function* ({ addUp }: OpenSide, rows: ReadonlyArray<Row>) {
  if (addUp === null) return
  for (const row of rows) {
    const additions = orderAdditions("copy.count.orders", placeOf(row), null, countedOf(row))
    yield* addUp(yield* Effect.mapError(additions, () => new SourceBroken({ table: "orders" })))
  }
})

const placeOf = ({ company_id, placed_at }: Row): CountedPlace => ({
  company_id: Number(company_id),
  placed_at: Number(placed_at),
})

const countedOf = ({ figures, status }: Row): CountedColumns => ({ figures: String(figures), status: String(status) })
