/**
 * Writes what each migration level of PostgreSQL but the last leaves behind, where that is not written yet: what the migrations ask
 * for, and the rows that a service of that time left in SQLite. A fixture that is there stays: no version will ever write another.
 */
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import type BetterSqlite from "better-sqlite3"
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import { postgres } from "../src/sql/engine/dialect.ts"
import { migrations } from "../src/sql/migrations/migrations.ts"
import { inMemory, openDatabase } from "../src/sql/sqlite/database.ts"

const levels = Object.keys(migrations(postgres))
const fileOf = (engine: string, level: string) => new URL(`./fixtures/${engine}-${level}.sql`, import.meta.url)

/** The statements of all migrations up to one. */
const statementsOf = async (level: string): Promise<ReadonlyArray<string>> => {
  const statements: Array<string> = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(
        query.sql.replaceAll(/\$(\d+)/gu, (_, place: string) => literal(query.parameters[Number(place) - 1])),
      )
    },
  })
  for (const [name, { up }] of Object.entries(migrations(postgres))) if (name <= level) await up(db)
  return statements
}

/** Rows as they were when this level was the last: those that a service of that time left in SQLite. */
const rowsUntil = async (level: string): Promise<BetterSqlite.Database> => {
  const database = openDatabase(inMemory)
  database.pragma("foreign_keys = OFF")
  database.exec(await readFile(fileOf("sqlite", level), "utf8"))
  return database
}

const literal = (value: unknown): string =>
  value === null || typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`

const insertsInto = (table: string, database: BetterSqlite.Database): ReadonlyArray<string> => {
  if (countedByTriggers.includes(table)) return []
  const rows = database.prepare<[], object>(`select * from "${table}"`).all()
  const inserts = rows.map((row) => {
    const columns = Object.keys(row).map((column) => `"${column}"`)
    return `insert into "${table}" (${columns.join(", ")}) values (${Object.values(row).map(literal).join(", ")})`
  })
  const isNumbered = rows.length > 0 && "id" in (rows[0] ?? {})
  return isNumbered
    ? [...inserts, `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from "${table}"`]
    : inserts
}

const countedByTriggers = ["order_count", "order_figure", "subscription_count"]

const fixtureOf = async (level: string): Promise<string> => {
  const statements = await statementsOf(level)
  const tables = statements.flatMap((statement) => /^create table "(\w+)"/u.exec(statement)?.[1] ?? [])
  const database = await rowsUntil(level)
  const applied = levels.filter((name) => name <= level)
  const lines = [
    "create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)",
    "create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)",
    "insert into kysely_migration_lock (id) values ('migration_lock')",
    ...applied.map((name) => `insert into kysely_migration values ('${name}', '2026-01-01T00:00:00.000Z')`),
    ...statements,
    ...tables.flatMap((table) => insertsInto(table, database)),
  ]
  database.close()
  return `${lines.join(";\n")};\n`
}

for (const level of levels.slice(0, -1)) {
  const file = fileOf("postgres", level)
  if (!existsSync(file)) await writeFile(file, await fixtureOf(level))
}
