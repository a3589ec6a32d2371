/** The rows of a table to delete first. */
import type { Instant } from "@vintem/domain/calendar"
import type { Table } from "./table.ts"

/** Rows from before an instant, oldest first, up to a limit. */
export const oldestBefore = <Key, Row extends {}>(
  table: Table<Key, Row>,
  ageOf: (row: Row) => Instant,
  before: Instant,
  limit: number,
): ReadonlyArray<Row> =>
  table
    .entries()
    .map(([, row]) => row)
    .filter((row) => ageOf(row) < before)
    .sort((left, right) => ageOf(left) - ageOf(right))
    .slice(0, limit)
