/**
 * An SQLite file as the service needs it: opened, with settings that lose no commit, and migrated.
 */
import { setTimeout } from "node:timers/promises"
import BetterSqlite from "better-sqlite3"
import { Kysely, SqliteDialect } from "kysely"
import { Migrator } from "kysely/migration"
import { makeOwnerOnly, restrictToOwner } from "../../node/owner-only.ts"
import { DatabaseIsNewer } from "../engine/database-is-newer.ts"
import { sqlite } from "../engine/dialect.ts"
import { migrations } from "../schema/migrations.ts"
import { isLocked } from "./result-code.ts"
import { longLog } from "./wal-checkpoint.ts"

/** How long opening and migrating wait for other writers of the file. */
export const setUpWaitMillis = 10_000
const lockRetryMillis = 5

/** In memory, for one process and its lifetime. */
export const inMemory = ":memory:"

/**
 * Opens a file, or creates it, with concurrent readers and one writer (WAL), and every commit on the disk before it is acknowledged. The file
 * and what SQLite has next to it are restricted to their owner. Throws if the file cannot be opened, or this build of
 * SQLite does not accept `FULL`.
 */
export const openDatabase = (filename: string): BetterSqlite.Database => {
  if (filename !== inMemory) makeOwnerOnly(filename)
  const database = new BetterSqlite(filename, { timeout: setUpWaitMillis })
  try {
    switchToLog(database) // throws if this is no database: a file named by mistake keeps its permissions
    if (filename !== inMemory) for (const file of databaseFiles(filename)) restrictToOwner(file)
    database.pragma("synchronous = FULL") // WAL lowers it to NORMAL, which loses acknowledged commits if the power fails
    database.pragma("fullfsync = ON") // if `fsync` stops at the drive's cache (macOS); elsewhere it changes nothing
    database.pragma("checkpoint_fullfsync = ON")
    database.pragma("foreign_keys = ON")
    database.pragma("secure_delete = ON") // overwritten data is removed from the page too: see docs/decisions/storage.md#0258
    database.pragma(`wal_autocheckpoint = ${longLog}`)
    database.pragma("busy_timeout = 0") // waiting for another writer is done without blocking: see group-commit.ts
    if (database.pragma("synchronous", { simple: true }) !== 2) {
      throw new Error("SQLite does not keep to synchronous = FULL: acknowledged payments could be lost.")
    }
  } catch (cause) {
    database.close()
    throw cause
  }
  return database
}

/** The file of a database, and those that SQLite has next to it while it is open. */
export const databaseFiles = (filename: string): ReadonlyArray<string> =>
  ["", "-wal", "-shm", "-journal"].map((ending) => `${filename}${ending}`)

/** The file of the simulated acquirer's books, beside a service's database. */
export const booksFile = (database: string): string => `${database}.simulated`

/**
 * Makes commits go to a log next to the file (WAL). If several processes open a new file at once, SQLite refuses this
 * without waiting the `busy_timeout`. So it is tried again here. Blocks, as the `busy_timeout` does.
 */
const switchToLog = (database: BetterSqlite.Database): void => {
  const deadline = performance.now() + setUpWaitMillis
  while (!couldSwitchToLog(database, deadline)) Atomics.wait(neverNotified, 0, 0, lockRetryMillis)
}

const neverNotified = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

const couldSwitchToLog = (database: BetterSqlite.Database, deadline: number): boolean => {
  try {
    database.pragma("journal_mode = WAL")
    return true
  } catch (cause) {
    if (isLocked(cause) && performance.now() < deadline) return false
    throw cause
  }
}

/**
 * Opens an existing file read-only: other processes may write to it. Throws if there is none, and if it is newer.
 */
export const openReadOnly = (filename: string): BetterSqlite.Database => {
  const database = new BetterSqlite(filename, { readonly: true, fileMustExist: true, timeout: setUpWaitMillis })
  try {
    requireKnown(database)
  } catch (cause) {
    database.close()
    throw cause
  }
  return database
}

/**
 * Applies the migrations this database has not seen, all or none. Safe to run again, and from several processes at once: the
 * second waits, and then finds nothing to do. Throws if it would wait longer than `lockWaitMillis`.
 */
export const migrate = async (filename: string, lockWaitMillis = setUpWaitMillis): Promise<void> => {
  const database = openDatabase(filename)
  await migrateOpen(database, lockWaitMillis).finally(() => database.close())
}

/** Migrates an open database that is not used yet, and leaves it open; an in-memory one can only be migrated so. */
export const migrateOpen = async (database: BetterSqlite.Database, lockWaitMillis = setUpWaitMillis): Promise<void> => {
  requireKnown(database)
  if (pendingMigrations(database).length === 0) return
  await beginAlone(database, performance.now() + lockWaitMillis)
  try {
    await migrateInTransaction(database)
    database.exec("commit")
  } finally {
    if (database.inTransaction) database.exec("rollback")
  }
}

/**
 * Waits without blocking: this same process may hold the lock, and it migrates one step in each tick of its event loop.
 */
const beginAlone = async (database: BetterSqlite.Database, deadline: number): Promise<void> => {
  while (!couldBegin(database, deadline)) await setTimeout(lockRetryMillis)
}

const couldBegin = (database: BetterSqlite.Database, deadline: number): boolean => {
  try {
    database.exec("begin immediate")
    return true
  } catch (cause) {
    if (isLocked(cause) && performance.now() < deadline) return false
    throw cause
  }
}

/** The migrations a database has not seen yet, by name. */
export const pendingMigrations = (database: BetterSqlite.Database): ReadonlyArray<string> => {
  const applied = new Set(appliedMigrations(database))
  return Object.keys(known).filter((name) => !applied.has(name))
}

const known = migrations(sqlite)

const requireKnown = (database: BetterSqlite.Database): void => {
  if (appliedMigrations(database).some((name) => !Object.hasOwn(known, name))) throw new DatabaseIsNewer()
}

const appliedMigrations = (database: BetterSqlite.Database): ReadonlyArray<string> => {
  const isFresh = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() === undefined
  return isFresh ? [] : database.prepare<[], string>("select name from kysely_migration").pluck().all()
}

/** Kysely would run each statement as a transaction of its own here. The caller begins one around all of them. */
const migrateInTransaction = async (database: BetterSqlite.Database): Promise<void> => {
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: { prepare: (text) => database.prepare(text), close: () => {} } }),
  })
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...known }) },
  }).migrateToLatest()
  await db.destroy()
  if (error !== undefined) throw error
}
