/**
 * The rows of one table, read and written a page at a time: by key, so that all pages cost the same, and only one is in
 * memory.
 *
 * Each engine orders texts in its own way, so a page of one engine is looked up in the other by its keys, never by its
 * position.
 */
import { type RawBuilder, sql } from "kysely"
import type { Parameter } from "../engine/prepared-query.ts"
import { preparedRows } from "../engine/prepared-rows.ts"
import type { Tables } from "../engine/tables.ts"
import { type CopiedTable, type KeyColumn, keyOn } from "./copied-tables.ts"
import type { OpenSide } from "./copy-side.ts"

/** A row as both engines give it. */
export type Row = Readonly<Record<string, string | number | null>>

/** The key of a row, in the order of the columns. */
export type Key = ReadonlyArray<string | number>

/** The setting of the target that holds the progress of the copy: it is not copied. */
export const copySetting = "copy"

/** The first rows after a key; the first of all rows if it is null. */
export const pageAfter = (side: OpenSide, table: CopiedTable, after: Key | null, limit: number): RawBuilder<Row> => {
  const key = keyOn(side.dialect, table)
  const isAfter = after === null ? sql`` : sql` and ${columnsOf(key)} > (${sql.join(after)})`
  const order = sql.join(key.map(({ name }) => sql.ref(name)))
  const { columns, grouped } = rowsOf(side, table)
  return sql`select ${columns} from ${sql.table(table.name)} where ${isCopied(table)}${isAfter}${grouped} order by ${order} limit ${limit}`
}

/** The rows of these keys, in any order. At least one key. */
export const rowsOfKeys = (side: OpenSide, table: CopiedTable, keys: ReadonlyArray<Key>): RawBuilder<Row> => {
  const key = keyOn(side.dialect, table)
  const values = keys.map((one) => sql`(${sql.join(key.map((column, at) => typed(column, one[at])))})`)
  const { columns, grouped } = rowsOf(side, table)
  return sql`select ${columns} from ${sql.table(table.name)} where ${columnsOf(key)} in (values ${sql.join(values)})${grouped}`
}

/** How many there are, in one row. */
export const rowCount = (side: OpenSide, table: CopiedTable): RawBuilder<{ rows: number }> =>
  isSpread(side, table)
    ? sql`select count(*) as rows from (select distinct ${namesOf(table.key)} from ${sql.table(table.name)}) as key`
    : sql`select count(*) as rows from ${sql.table(table.name)} where ${isCopied(table)}`

/**
 * Inserts rows that have these columns, as statements to be run one after another. A row whose key is taken is left
 * out, as the number of changes shows.
 */
export const insertOf = (side: OpenSide, table: CopiedTable, columns: ReadonlyArray<string>) => {
  const [shard, first] = isSpread(side, table) ? [sql`, shard`, sql`, 0`] : [sql``, sql``]
  const names = sql`${sql.join(columns.map((column) => sql.ref(column)))}${shard}`
  const placesOf = (value: Parameter<Row>) => sql`(${sql.join(columns.map((column) => value(column)))}${first})`
  return preparedRows<Row, unknown>((rows) => ({
    compile: () =>
      sql`insert into ${sql.table(table.name)} (${names}) values ${sql.join(rows.map(placesOf))} on conflict do nothing`.compile(
        side.build,
      ),
  }))
}

/** @throws if a row lacks a column of its table's key, which no engine allows */
export const keyOfRow = (side: OpenSide, table: CopiedTable, row: Row): Key =>
  keyOn(side.dialect, table).map(({ name }) => {
    const value = row[name] ?? null
    if (value === null) throw new Error(`A row of ${table.name} has no ${name}.`)
    return value
  })

/** Column by column. */
export const isSameRow = (one: Row, other: Row): boolean => {
  const columns = Object.keys(one)
  return columns.length === Object.keys(other).length && columns.every((column) => one[column] === other[column])
}

const settings: keyof Tables = "setting"

const isCopied = ({ name }: CopiedTable): RawBuilder<unknown> =>
  name === settings ? sql`name <> ${copySetting}` : sql`1 = 1`

const namesOf = (key: ReadonlyArray<KeyColumn>): RawBuilder<unknown> => sql.join(key.map(({ name }) => sql.ref(name)))

const columnsOf = (key: ReadonlyArray<KeyColumn>): RawBuilder<unknown> => sql`(${namesOf(key)})`

/** Whether a sum may have several rows. */
const isSpread = ({ dialect }: OpenSide, { sums }: CopiedTable): boolean => sums !== null && dialect.ownShard !== null

/** The selection of a table that gives each key one row, and the clause after the conditions. */
const rowsOf = (side: OpenSide, table: CopiedTable) => {
  const { key, sums } = table
  if (sums === null || !isSpread(side, table)) return { columns: sql`*`, grouped: sql`` }
  const added = sums.map((name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`)
  return { columns: sql`${namesOf(key)}, ${sql.join(added)}`, grouped: sql` group by ${namesOf(key)}` }
}

/** Because an engine would treat parameters without a type as text. */
const typed = ({ type }: KeyColumn, value: string | number | undefined): RawBuilder<unknown> =>
  type === "text" ? sql`cast(${value} as text)` : sql`cast(${value} as bigint)`
