/**
 * Counts that triggers maintain, in the commit of the rows that they count.
 *
 * On PostgreSQL the column `shard` spreads a count over several rows, because writers work side by side: those that count the same would
 * wait for each other at one row. SQLite has one writer at a time, one row, and no such column.
 */
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import type { Statement, Words } from "./words.ts"

/** Pieces of SQL, empty if a count is not spread. They follow others of their kind, and bring the comma that separates them. */
export const countShard = (dialect: Dialect) => {
  const isSpread = dialect.countShards > 1
  const none: Statement = sql``
  return {
    isSpread,
    /** Defines the column. */
    definition: (int: Statement): Statement => (isSpread ? sql`shard ${int} not null,` : none),
    /** Names the column, also in keys. */
    column: isSpread ? sql`, shard` : none,
    /** The shard that the current transaction adds to, in a trigger that counts the row `new`. */
    own: isSpread ? sql`, ${dialect.ownShard(sql`new.id`)}` : none,
  }
}

/** A count of the rows of a table, by columns that each have an expression for a row named `new` or `old`. */
interface Count {
  readonly table: string
  readonly of: string
  readonly key: Readonly<Record<string, (row: "new" | "old") => Statement>>
  /** The column whose change moves a row from one count to another. */
  readonly moves: string
  readonly triggers: { readonly insert: string; readonly update: string }
}

/** Triggers that count each inserted row, and each one that moves. */
export const countTriggers = (
  { onInsert, onUpdate }: Words,
  dialect: Dialect,
  { table, of, key, moves, triggers }: Count,
): ReadonlyArray<Statement> => {
  const shard = countShard(dialect)
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)))
  const keyOf = (row: "new" | "old") =>
    sql.join(Object.entries(key).map(([column, value]) => sql`${value(row)} as ${sql.ref(column)}`))
  const add = (rows: Statement) => sql`
    insert into ${sql.table(table)} (${columns}${shard.column}, count) ${rows}
    on conflict (${columns}${shard.column}) do update set count = ${sql.ref(`${table}.count`)} + excluded.count;`
  const one = (row: "new" | "old", change: 1 | -1) =>
    sql`select ${keyOf(row)}${shard.own}, ${sql.lit(change)} where true`
  // If writers work side by side, rows are locked in the order of their key: two units that move rows the opposite way do not wait for each other.
  const move = shard.isSpread
    ? add(sql`select ${columns}${shard.own}, change
        from (select ${keyOf("old")}, -1 as change union all select ${keyOf("new")}, 1) as moved order by ${columns}`)
    : sql`${add(one("old", -1))} ${add(one("new", 1))}`
  return [onInsert(of, triggers.insert, add(one("new", 1))), onUpdate(of, moves, triggers.update, move)]
}
