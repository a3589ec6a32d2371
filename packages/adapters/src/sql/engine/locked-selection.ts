/**
 * Statements that change a bounded number of the rows that match a condition.
 */
import type { SelectQueryBuilder } from "kysely"
import type { Dialect } from "./dialect.ts"
import type { Tables } from "./tables.ts"

/**
 * Begins a statement that first chooses rows and then changes them. The statement calls them `chosen`; no other unit is
 * changing any of them.
 *
 * The rows are chosen only once. If the choice were part of the condition, the database might repeat it for each row it
 * reads, each time without those already changed, and so change more rows than requested.
 */
export const lockedSelection = <Table extends keyof Tables, Columns extends Record<string, unknown>>(
  { build, skipLocked }: Dialect,
  rows: SelectQueryBuilder<Tables, Table, Columns>,
) =>
  build.with(
    (named) => named("chosen").materialized(),
    () => skipLocked(rows),
  )
