/**
 * The schema with each company table in partitions by company. PostgreSQL then requires of keys what Citus requires:
 * each unique key contains the company.
 */

import { CompiledQuery, type KyselyPlugin } from "kysely"
import type { Migration } from "kysely/migration"
import { loadModule, parseSync } from "libpg-query"
import { postgres } from "../src/sql/engine/dialect.ts"
import { migrations } from "../src/sql/schema/migrations.ts"
import { companyTables, keysOverCompanies } from "./company-tables.ts"

await loadModule()

/** A test's companies are in several of them. */
const partitions = 3

/** The schema's steps, with changed tables only. */
export const partitionedMigrations = async (): Promise<Readonly<Record<string, Migration>>> => {
  const tables = await companyTables()
  const plugin = partitioning((table) => tables.has(table) && !(table in keysOverCompanies))
  return Object.fromEntries(
    Object.entries(migrations(postgres)).map(([name, { up }]) => [name, { up: (db) => up(db.withPlugin(plugin)) }]),
  )
}

const partitioning = (isPartitioned: (table: string) => boolean): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => {
    const text = postgres.build.getExecutor().compileQuery(node, queryId).sql
    const table = tableMadeBy(text)
    return table !== undefined && isPartitioned(table) ? CompiledQuery.raw(inPartitions(table, text)).query : node
  },
  transformResult: async ({ result }) => result,
})

const tableMadeBy = (text: string): string | undefined => {
  const [statement] = parseSync(text).stmts ?? []
  const made = statement?.stmt
  return made !== undefined && "CreateStmt" in made ? made.CreateStmt.relation?.relname : undefined
}

const inPartitions = (table: string, text: string): string =>
  [
    `${text} partition by hash (company_id)`,
    ...Array.from(
      { length: partitions },
      (_, n) =>
        `create table ${table}_${n} partition of ${table} for values with (modulus ${partitions}, remainder ${n})`,
    ),
  ].join("; ")
