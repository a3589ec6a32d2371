/**
 * The statements that add to the tables of sums.
 *
 * On SQLite that is one upsert for each row, prepared once. On PostgreSQL it is one statement for each table, however
 * many rows it has, because each statement is a round trip.
 */
import { type CompiledQuery, sql } from "kysely"
import type { Dialect } from "./dialect.ts"
import { addedUp, type Sum, type SumTableName, sumTableNames, sumTables } from "./sums.ts"

/** Returns the statements that add these sums, to be run in this order. */
export type SumStatements = (sums: ReadonlyArray<Sum>) => ReadonlyArray<CompiledQuery>

export const sumStatements = (dialect: Dialect): SumStatements => {
  const known = new Map<SumTableName, CompiledQuery>()
  const statementOf = (table: SumTableName): CompiledQuery => {
    const before = known.get(table)
    if (before !== undefined) return before
    const fresh = upsertInto(dialect, table)
    known.set(table, fresh)
    return fresh
  }
  const filled = (table: SumTableName, parameters: ReadonlyArray<unknown>): CompiledQuery => {
    const { query, queryId, sql: text } = statementOf(table)
    return { query, queryId, sql: text, parameters }
  }
  if (dialect.answersAtOnce) return (sums) => addedUp(sums).map((sum) => filled(sum.table, rowOf(sum)))
  return (sums) => {
    if (sums.length === 0) return []
    const all = addedUp(sums)
    return sumTableNames.flatMap((table) => {
      const rows = all.filter((sum) => sum.table === table).map(rowOf)
      const [first] = rows
      return first === undefined
        ? []
        : filled(
            table,
            first.map((_, column) => rows.map((row) => row[column])),
          )
    })
  }
}

const rowOf = ({ amount, count, key, table }: Sum): ReadonlyArray<number | string> => [
  ...key,
  ...sumTables[table].values.map((value) => (value === "count" ? count : amount)),
]

/** Takes a row; or, if each statement is a round trip, a list of values for each column. */
const upsertInto = (dialect: Dialect, table: SumTableName): CompiledQuery => {
  const { key, values } = sumTables[table]
  const [shardColumn, ownShard] =
    dialect.ownShard === null ? [sql``, sql``] : [sql`, shard`, sql`, ${dialect.ownShard}`]
  const types = [...Object.values(key), ...values.map(() => "bigint" as const)]
  const names = (columns: ReadonlyArray<string>) => sql.join(columns.map((column) => sql.ref(column)))
  const keyColumns = names(Object.keys(key))
  const sums = names(values)
  const rows = dialect.answersAtOnce
    ? sql`values (${sql.join(types)})`
    : sql`select ${keyColumns}${ownShard}, ${sums}
        from unnest(${sql.join(types.map((type) => sql`${type}::${sql.raw(type)}[]`))}) as added (${keyColumns}, ${sums})`
  return sql`insert into ${sql.table(table)} (${keyColumns}${shardColumn}, ${sums}) ${rows}
    on conflict (${keyColumns}${shardColumn}) do update set ${sql.join(
      values.map((value) => sql`${sql.ref(value)} = ${sql.ref(`${table}.${value}`)} + ${sql.ref(`excluded.${value}`)}`),
    )}`.compile(dialect.build)
}
