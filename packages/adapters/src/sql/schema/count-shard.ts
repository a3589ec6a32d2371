/**
 * The column `shard` of tables of sums.
 *
 * On PostgreSQL it spreads a sum over several rows, because writers work side by side: those that count the same would wait for each other at
 * one row. SQLite has one writer at a time, one row, and no such column.
 */
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import type { Statement } from "./words.ts"

/** Pieces of SQL, empty if sums are not spread. They follow others of their kind, and bring the comma that separates them. */
export const countShard = ({ ownShard }: Dialect) => {
  const none: Statement = sql``
  return {
    /** Defines the column. */
    definition: (int: Statement): Statement => (ownShard === null ? none : sql`shard ${int} not null,`),
    /** Names the column, also in keys. */
    column: ownShard === null ? none : sql`, shard`,
  }
}
