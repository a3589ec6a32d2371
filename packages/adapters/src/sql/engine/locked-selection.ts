/**
 * Statements that change some of many rows, as many as are wanted.
 */
import type { SelectQueryBuilder } from "kysely"
import type { Dialect } from "./dialect.ts"
import type { Tables } from "./tables.ts"

/**
 * Begins a statement that changes rows which are chosen first: they are called `chosen` in it, and none of them is being changed by
 * another unit.
 *
 * The rows are chosen once. As a part of the condition, the database might choose them again for each row it reads, each time without those
 * already changed: then more rows would be changed than asked for.
 */
export const lockedSelection = <Table extends keyof Tables, Columns extends Record<string, unknown>>(
  { build, skipLocked }: Dialect,
  rows: SelectQueryBuilder<Tables, Table, Columns>,
) =>
  build.with(
    (named) => named("chosen").materialized(),
    () => skipLocked(rows),
  )
