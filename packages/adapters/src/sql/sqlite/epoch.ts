/**
 * Tells whether anything was committed to an SQLite database since it was asked the last time.
 */
import type BetterSqlite from "better-sqlite3"

export interface Epoch {
  /** To be called before this connection writes. */
  readonly wrote: () => void
  /**
   * A number that changes when something was committed: by this connection, or by another one of this process or of any other. To be asked
   * outside a transaction. The database is asked once for all that the event loop does in one go: that takes two locks of its file, some
   * 10 µs.
   */
  readonly now: () => number
}

/** @see https://sqlite.org/pragma.html#pragma_data_version */
export const epochOf = (database: BetterSqlite.Database): Epoch => {
  // What others commit changes it, what this connection commits does not.
  const dataVersion = database.prepare<[], number>("pragma data_version").pluck()
  let epoch = 0
  let isWritten = false
  let seen: number | undefined
  let isFresh = false
  const age = (): void => {
    isFresh = false
  }
  return {
    wrote: () => {
      isWritten = true
    },
    now: () => {
      // Until the event loop goes on no request can come: those at hand were sent before the database was asked.
      if (isFresh && !isWritten) return epoch
      if (!isFresh) queueMicrotask(age)
      isFresh = true
      const version = dataVersion.get()
      if (isWritten || version !== seen) epoch += 1
      isWritten = false
      seen = version
      return epoch
    },
  }
}
