/**
 * Totals that are kept beside rows, such as how many orders a day has. What the units of one commit add to them is summed up first, and
 * then written once.
 *
 * @see docs/decisions/storage.md#0282
 */
import { type CompiledQuery, sql } from "kysely"
import type { Dialect } from "./dialect.ts"
import type { Parameter } from "./prepared-query.ts"
import { preparedRows } from "./prepared-rows.ts"
import type { Tables } from "./tables.ts"

/** A table of totals. */
export interface TotalsTable {
  readonly name: keyof Tables
  /** Its primary key. */
  readonly key: ReadonlyArray<string>
  /** All other columns: whole numbers, which are added to. */
  readonly sums: ReadonlyArray<string>
}

/** What is added to one row of totals, which need not be there yet. Its tables are values that stay the same. */
export interface Addition {
  readonly to: TotalsTable
  /** In the order of the columns. */
  readonly key: ReadonlyArray<string | number>
  /** In the order of the columns; below zero to take away. */
  readonly by: ReadonlyArray<number>
}

/**
 * Gives the statements that write additions, to be run one after the other. What adds up to nothing is not written.
 *
 * ```sql
 * insert into "order_count" ("company_id", "status", "day", "count") values (?, ?, ?, ?)
 * on conflict ("company_id", "status", "day") do update set "count" = "order_count"."count" + "excluded"."count"
 * ```
 */
export const totalsWriter = ({ build }: Dialect): ((all: ReadonlyArray<Addition>) => ReadonlyArray<CompiledQuery>) => {
  const upserts = new Map<TotalsTable, ReturnType<typeof upsertOf>>()

  const upsertOf = ({ key, name, sums }: TotalsTable) => {
    const columns = [...key, ...sums]
    const namesOf = (some: ReadonlyArray<string>) => sql.join(some.map((column) => sql.ref(column)))
    const placesOf = (value: Parameter<Row>) => sql`(${sql.join(columns.map((column) => value(column)))})`
    const added = sums.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(`${name}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    )
    return preparedRows<Row, unknown>((rows) => ({
      compile: () =>
        sql`insert into ${sql.table(name)} (${namesOf(columns)}) values ${sql.join(rows.map(placesOf))}
          on conflict (${namesOf(key)}) do update set ${sql.join(added)}`.compile(build),
    }))
  }

  const upsertInto = (table: TotalsTable): ReturnType<typeof upsertOf> => {
    const known = upserts.get(table)
    if (known !== undefined) return known
    const fresh = upsertOf(table)
    upserts.set(table, fresh)
    return fresh
  }

  return (all) =>
    [...summed(all)].flatMap(([table, sums]) =>
      upsertInto(table)(
        [...sums.values()].filter(({ by }) => by.some((sum) => sum !== 0)).map((sum) => rowOf(table, sum)),
      ),
    )
}

/** A row by the names of its columns. */
type Row = Readonly<Record<string, string | number>>

interface Sum {
  readonly key: Addition["key"]
  readonly by: Array<number>
}

/** By table, and by the text of the key. */
const summed = (all: ReadonlyArray<Addition>): ReadonlyMap<TotalsTable, ReadonlyMap<string, Sum>> => {
  const tables = new Map<TotalsTable, Map<string, Sum>>()
  for (const { by, key, to } of all) {
    const sums = tables.get(to) ?? new Map<string, Sum>()
    if (sums.size === 0) tables.set(to, sums)
    const text = JSON.stringify(key)
    const sum = sums.get(text)
    if (sum === undefined) sums.set(text, { key, by: [...by] })
    else for (const [at, more] of by.entries()) sum.by[at] = (sum.by[at] ?? 0) + more
  }
  return tables
}

const rowOf = ({ key: keyColumns, sums }: TotalsTable, { by, key }: Sum): Row =>
  Object.fromEntries([...keyColumns, ...sums].map((column, at) => [column, [...key, ...by][at] ?? 0]))
