/**
 * The column by which a count is spread over several rows; there is none where one row will do.
 */
import { type CreateTableBuilder, type RawBuilder, sql } from "kysely"
import type { Dialect } from "./dialect.ts"

/** Pieces of SQL, empty where a count is not spread. They follow others of their kind, and bring what separates them. */
export const countShard = ({ countShards, integer }: Dialect) => {
  const isSpread = countShards > 1
  const none: RawBuilder<unknown> = sql``
  const shardOf = (row: string) => sql`${sql.ref(`${row}.id`)} % ${sql.lit(countShards)}`
  return {
    addColumn: <Table extends string, Column extends string>(
      table: CreateTableBuilder<Table, Column>,
    ): CreateTableBuilder<Table, Column | "shard"> =>
      isSpread ? table.addColumn("shard", integer, (column) => column.notNull()) : table,
    key: isSpread ? (["shard"] as const) : [],
    column: isSpread ? sql`, shard` : none,
    /** Names it where it is a column of what is selected: follows `of`. */
    named: isSpread ? sql` as shard` : none,
    /** Where a row, which has an `id`, is counted. */
    of: (row: string): RawBuilder<unknown> => (isSpread ? sql`, ${shardOf(row)}` : none),
    is: (row: string): RawBuilder<unknown> => (isSpread ? sql` and shard = ${shardOf(row)}` : none),
  }
}

/** The setting by which a transaction says to which shard of each count it adds; empty where it goes by the row that is counted. */
export const countShardSetting = "vintem.count_shard"

/** The shard that a transaction adds to. @param id - of the row that is counted */
export const currentShard = ({ countShards }: Dialect, id: RawBuilder<unknown>): RawBuilder<number> =>
  countShards === 1
    ? sql`0`
    : sql`coalesce(nullif(current_setting(${sql.lit(countShardSetting)}, true), '')::bigint, ${id} % ${sql.lit(countShards)})`
