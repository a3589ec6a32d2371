/**
 * An SQLite file as the service needs it: opened, set up to lose nothing, and brought up to date.
 */
import BetterSqlite from "better-sqlite3"
import { Kysely, SqliteDialect } from "kysely"
import { Migrator } from "kysely/migration"
import { sqlite } from "../dialect.ts"
import { migrations } from "../migrations/migrations.ts"

/** How long a migration waits for another writer. */
const migrationLockMillis = 10_000

/** In memory, for one process and its lifetime. */
export const inMemory = ":memory:"

/**
 * Opens a file, made where there is none, readers beside the one writer (WAL) and every commit on the disk before it is
 * acknowledged. Throws where the file cannot be opened, or this build of SQLite does not keep to `FULL`.
 */
export const openDatabase = (filename: string): BetterSqlite.Database => {
  const database = new BetterSqlite(filename)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL") // WAL lowers it to NORMAL, which forgets acknowledged commits when the power goes
  database.pragma("foreign_keys = ON")
  database.pragma("busy_timeout = 0") // waiting for another writer is done without blocking: see group-commit.ts
  if (database.pragma("synchronous", { simple: true }) !== 2) {
    database.close()
    throw new Error("SQLite does not keep to synchronous = FULL: acknowledged payments could be lost.")
  }
  return database
}

/**
 * Applies the migrations this database has not seen, all or none. Safe to run again, and from several processes at once: the
 * second waits, and then finds nothing to do.
 */
export const migrate = async (filename: string): Promise<void> => {
  const database = openDatabase(filename)
  await migrateOpen(database).finally(() => database.close())
}

/** The same on an open database, which an in-memory one has to be. Leaves it open. */
export const migrateOpen = async (database: BetterSqlite.Database): Promise<void> => {
  database.pragma(`busy_timeout = ${migrationLockMillis}`)
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({
      // A deferred transaction cannot be upgraded once another process has written: take the write lock at once.
      database: {
        prepare: (text: string) => database.prepare(text === "begin" ? "begin immediate" : text),
        close: () => {},
      },
    }),
  })
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations(sqlite) }) },
  }).migrateToLatest()
  await db.destroy()
  database.pragma("busy_timeout = 0")
  if (error !== undefined) throw error
}

/** The migrations a database has not seen yet, by name. */
export const pendingMigrations = (database: BetterSqlite.Database): ReadonlyArray<string> => {
  const known = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() !== undefined
  const applied = new Set(known ? database.prepare("select name from kysely_migration").pluck().all() : [])
  return Object.keys(migrations(sqlite)).filter((name) => !applied.has(name))
}
