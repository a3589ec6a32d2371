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
 * They are chosen once. As a part of the condition they might be chosen again for each row that is looked at, at the database's own
 * discretion, and each time without those which the statement has changed so far: more of them would be changed than were asked for.
 */
export const lockedSelection = <Table extends keyof Tables, Columns extends Record<string, unknown>>(
  { build, skipLocked }: Dialect,
  rows: SelectQueryBuilder<Tables, Table, Columns>,
) =>
  build.with(
    (named) => named("chosen").materialized(),
    () => skipLocked(rows),
  )
