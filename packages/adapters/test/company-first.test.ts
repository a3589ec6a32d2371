/**
 * The company is the first column of every primary, unique and foreign key of its data, read from the databases
 * themselves: nothing of one company is unique, or referred to, across others. Exceptions are in `company-tables.ts`
 * with their reasons.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { migrate, openDatabase } from "../src/sql/sqlite/database.ts"
import { keysOverCompanies, ofNoCompany } from "./company-tables.ts"
import { freshDatabase } from "./postgres-database.ts"

/** A primary, unique or foreign key, by the columns of its table in their order. */
interface Key {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** Tables that another table's library keeps. */
const isOurs = (table: string): boolean => !/^(?:sqlite_|kysely_)/u.test(table)

const sqliteKeys = async (): Promise<ReadonlyArray<Key>> => {
  const folder = await mkdtemp(join(tmpdir(), "vintem-keys-"))
  const file = join(folder, "vintem.db")
  await migrate(file)
  const database = openDatabase(file)
  const rows = (text: string): ReadonlyArray<Record<string, unknown>> =>
    database.prepare<[], Record<string, unknown>>(text).all()
  const keys = rows("select name from sqlite_master where type = 'table'")
    .map(({ name }) => String(name))
    .filter(isOurs)
    .flatMap((table): ReadonlyArray<Key> => {
      const unique = rows(`pragma index_list(${table})`).filter((index) => index["unique"] === 1)
      const references = Map.groupBy(rows(`pragma foreign_key_list(${table})`), ({ id }) => id)
      return [
        ...unique.map(({ name }) => ({
          table,
          columns: rows(`pragma index_info(${String(name)})`).map((column) => String(column["name"])),
        })),
        ...[...references.values()].map((columns) => ({ table, columns: columns.map(({ from }) => String(from)) })),
      ]
    })
  database.close()
  await rm(folder, { recursive: true })
  return keys
}

const postgresKeys = (url: string): Promise<ReadonlyArray<Key>> => {
  const client = new Client({ connectionString: url })
  const named = `array(select a.attname::text from unnest(of.columns) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = of.owner and a.attnum = k.number order by k.place)`
  const text = `select c.relname as "table", ${named} as columns from (
      select conrelid as owner, conkey as columns from pg_constraint where contype in ('p', 'u', 'f')
      union all select indrelid, indkey::int2[] from pg_index where indisunique
    ) as of join pg_class c on c.oid = of.owner join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema()`
  return client
    .connect()
    .then(() => client.query<{ table: string; columns: Array<string> }>(text))
    .then(({ rows }) => rows.filter(({ table }) => isOurs(table)))
    .finally(() => client.end())
}

/** A key that finds a company itself leads to it. */
const beginsWithCompany = ({ columns: [first] }: Key): boolean => first === "company_id"

const engines: ReadonlyArray<readonly [string, () => Promise<ReadonlyArray<Key>>]> = [
  ["SQLite", sqliteKeys],
  [
    "PostgreSQL",
    () =>
      Effect.runPromise(Effect.scoped(Effect.flatMap(freshDatabase, (url) => Effect.promise(() => postgresKeys(url))))),
  ],
]

describe.each(engines)("the keys on %s", async (_, keysOf) => {
  const keys = await keysOf()
  const excused = (table: string): boolean => table in ofNoCompany || table in keysOverCompanies

  it("begin with the company", () => {
    expect(keys.length).toBeGreaterThan(50)
    expect(keys.filter((key) => !excused(key.table) && !beginsWithCompany(key))).toEqual([])
  })

  it("are excused only if they need it", () => {
    const tables = new Set(keys.map(({ table }) => table))
    for (const table of [...Object.keys(ofNoCompany), ...Object.keys(keysOverCompanies)]) {
      expect(tables).toContain(table)
      expect(
        keys.some((key) => key.table === table && !beginsWithCompany(key)),
        table,
      ).toBe(true)
    }
  })
})
