/**
 * Writes what each migration level of SQLite but the last leaves behind, where that is not written yet: the tables of that level, and
 * the rows that a service of that time, or of the nearest time that left some, has stored. A fixture that is there stays.
 */
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import type BetterSqlite from "better-sqlite3"
import { Kysely, SqliteDialect } from "kysely"
import { Migrator } from "kysely/migration"
import { sqlite } from "../src/sql/engine/dialect.ts"
import { migrations } from "../src/sql/migrations/migrations.ts"
import { inMemory, openDatabase } from "../src/sql/sqlite/database.ts"

const levels = Object.keys(migrations(sqlite))
const fileOf = (level: string) => new URL(`./fixtures/sqlite-${level}.sql`, import.meta.url)
const written = levels.filter((level) => existsSync(fileOf(level)))

const migrateTo = async (database: BetterSqlite.Database, level: string): Promise<void> => {
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: { prepare: (text) => database.prepare(text), close: () => {} } }),
  })
  const provider = { getMigrations: async () => ({ ...migrations(sqlite) }) }
  const { error } = await new Migrator({ db, provider }).migrateTo(level)
  if (error !== undefined) throw error
}

const opened = (): BetterSqlite.Database => {
  const database = openDatabase(inMemory)
  database.pragma("foreign_keys = OFF")
  return database
}

const names = (database: BetterSqlite.Database, query: string): ReadonlyArray<string> =>
  database
    .prepare<[], { readonly name: string }>(query)
    .all()
    .map(({ name }) => name)

const tablesOf = (database: BetterSqlite.Database) =>
  names(database, "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")

const columnsOf = (database: BetterSqlite.Database, table: string) =>
  names(database, `select name from pragma_table_info('${table}')`)

/** Rows of a later level in the tables of an earlier one: what that one did not know is left out. */
const withRowsOf = (later: BetterSqlite.Database, earlier: BetterSqlite.Database): void => {
  for (const table of tablesOf(earlier).filter((one) => !one.startsWith("kysely_") && tablesOf(later).includes(one))) {
    const shared = columnsOf(earlier, table).filter((column) => columnsOf(later, table).includes(column))
    const columns = shared.map((column) => `"${column}"`).join(", ")
    const insert = earlier.prepare(`insert into "${table}" (${columns}) values (${shared.map(() => "?").join(", ")})`)
    for (const row of later.prepare<[], Array<unknown>>(`select ${columns} from "${table}"`).raw().all())
      insert.run(row)
  }
}

const databaseAt = async (level: string): Promise<BetterSqlite.Database> => {
  const nearest = written.findLast((one) => one <= level) ?? written[0] ?? level
  const database = opened()
  database.exec(await readFile(fileOf(nearest), "utf8"))
  if (nearest <= level) {
    await migrateTo(database, level)
    return database
  }
  const earlier = opened()
  await migrateTo(earlier, level)
  withRowsOf(database, earlier)
  return earlier
}

const literal = (value: unknown): string =>
  value === null ? "NULL" : typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`

/** Tables, their rows, then what hangs on tables, so that no trigger counts what is counted already. */
const dumpOf = (database: BetterSqlite.Database): string => {
  const schema = (types: string) =>
    database
      .prepare<[], { readonly sql: string }>(
        `select sql from sqlite_master where type in (${types}) and sql is not null and name not like 'sqlite_%' order by rowid`,
      )
      .all()
      .map(({ sql }) => sql)
  const rows = tablesOf(database).flatMap((table) =>
    database
      .prepare<[], Array<unknown>>(`select * from "${table}"`)
      .raw()
      .all()
      .map((row) => `INSERT INTO "${table}" VALUES(${row.map(literal).join(",")})`),
  )
  const lines = ["BEGIN TRANSACTION", ...schema("'table'"), ...rows, ...schema("'index', 'trigger'"), "COMMIT"]
  return `${lines.join(";\n")};\n`
}

for (const level of levels.slice(0, -1)) {
  if (!written.includes(level)) {
    const database = await databaseAt(level)
    await writeFile(fileOf(level), dumpOf(database))
    database.close()
  }
}
