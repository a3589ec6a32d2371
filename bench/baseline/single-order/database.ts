/**
 * The file of the baseline, and units of work that share one wait for the disk: what decision 0006 asks of the service, written
 * once more without its layers.
 */
import BetterSqlite from "better-sqlite3"

/** Opens a file that was migrated before, set up as the service sets up its own. */
export const openDatabase = (filename: string): BetterSqlite.Database => {
  const database = new BetterSqlite(filename)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.pragma("wal_autocheckpoint = 4000") // as the service has it
  database.pragma("temp_store = MEMORY") // as the service has it
  database.pragma("fullfsync = ON")
  database.pragma("checkpoint_fullfsync = ON")
  database.pragma("foreign_keys = ON")
  if (database.pragma("synchronous", { simple: true }) !== 2) throw new Error("SQLite does not keep to FULL.")
  return database
}

/** Runs a unit in the next transaction. Its promise is kept after the commit. */
export type Commit = <A>(unit: () => A) => Promise<A>

interface Waiting {
  /** Runs the unit; what it returns answers the caller, once the transaction is on the disk. */
  readonly run: () => () => void
  readonly fail: (cause: unknown) => void
}

export const groupCommit = (database: BetterSqlite.Database): Commit => {
  const begin = database.prepare("begin immediate")
  const commit = database.prepare("commit")
  const rollback = database.prepare("rollback")
  const waiting: Array<Waiting> = []

  const flush = (units: ReadonlyArray<Waiting>): void => {
    const answers: Array<() => void> = []
    try {
      begin.run()
      for (const unit of units) answers.push(unit.run())
      commit.run()
    } catch (cause) {
      if (database.inTransaction) rollback.run()
      if (units.length === 1) for (const unit of units) unit.fail(cause)
      else for (const unit of units) flush([unit]) // finds the one at fault, and hurts no other
      return
    }
    for (const answer of answers) answer()
  }

  return (unit) =>
    new Promise((resolve, reject) => {
      waiting.push({
        run: () => {
          const value = unit()
          return () => resolve(value)
        },
        fail: reject,
      })
      if (waiting.length === 1) setImmediate(() => flush(waiting.splice(0)))
    })
}
