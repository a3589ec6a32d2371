/**
 * Rewrites an SQLite file if a migration asks for it, so that no deleted data is left in the file or its log.
 */
import { setTimeout } from "node:timers/promises"
import type BetterSqlite from "better-sqlite3"
import { uncleaned } from "../engine/uncleaned.ts"
import { isLocked } from "./result-code.ts"

const lockRetryMillis = 50

/**
 * Rewrites the file without its freed pages and empties the log (`VACUUM`, `wal_checkpoint(TRUNCATE)`), if a migration has asked for it and
 * it was not done since. Needs free space of the size of the file. Throws if that is missing, or if it would wait longer than
 * `lockWaitMillis` for other users of the file; the request then stays.
 */
export const cleanFreedPages = async (database: BetterSqlite.Database, lockWaitMillis: number): Promise<void> => {
  const deadline = performance.now() + lockWaitMillis
  while (isUncleaned(database) && !couldClean(database, deadline)) await setTimeout(lockRetryMillis)
}

const isUncleaned = (database: BetterSqlite.Database): boolean =>
  database.prepare("select 1 from sqlite_master where name = 'setting'").get() !== undefined &&
  database.prepare("select 1 from setting where name = ?").get(uncleaned) !== undefined

const couldClean = (database: BetterSqlite.Database, deadline: number): boolean => {
  try {
    database.exec("vacuum")
    if (!couldEmptyLog(database)) {
      if (performance.now() < deadline) return false
      throw new LogInUse()
    }
    database.prepare("delete from setting where name = ?").run(uncleaned)
    return true
  } catch (cause) {
    if (isLocked(cause) && performance.now() < deadline) return false
    throw cause
  }
}

/** While a connection reads an old state of the file, the log stays as it is. */
const couldEmptyLog = (database: BetterSqlite.Database): boolean => {
  const [outcome] = database.prepare<[], { readonly busy: number }>("pragma wal_checkpoint(truncate)").all()
  return outcome?.busy === 0
}

/** Another process keeps reading the file: the log could not be emptied. */
class LogInUse extends Error {
  override readonly name = "LogInUse"

  constructor() {
    super("Another process keeps reading the database.")
  }
}
