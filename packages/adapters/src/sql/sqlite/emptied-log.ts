/**
 * Empties the log beside an SQLite file if an erasure asks for it: until then overwritten data can be read there.
 *
 * @see docs/decisions/storage.md#0334
 */
import type BetterSqlite from "better-sqlite3"
import { erasedInLog } from "../engine/erased-in-log.ts"
import { isLocked } from "./result-code.ts"
import { checkpoint } from "./wal-checkpoint.ts"

/** The mark of an erasure, undefined if none asks for it. A file may have no tables yet. */
const markIn = (database: BetterSqlite.Database): string | undefined =>
  database.prepare("select 1 from sqlite_master where name = 'setting'").get() === undefined
    ? undefined
    : database.prepare<[string], string>("select value from setting where name = ?").pluck().get(erasedInLog)

/** Whether an erasure asks for it. */
export const isErasedInLog = (database: BetterSqlite.Database): boolean => markIn(database) !== undefined

/**
 * Moves all commits into the file, empties the log, and removes the mark. It does not wait: if a connection reads an
 * old state of the file, or writes to it, call it again later.
 *
 * @returns whether no erasure asks for it any more
 */
export const emptyErased = (database: BetterSqlite.Database): boolean => {
  const mark = markIn(database)
  if (mark === undefined) return true
  try {
    if (checkpoint(database, "TRUNCATE").isBusy) return false
    // A mark that was set meanwhile stays.
    database.prepare("delete from setting where name = ? and value = ?").run(erasedInLog, mark)
    return !isErasedInLog(database)
  } catch (cause) {
    if (isLocked(cause)) return false
    throw cause
  }
}
