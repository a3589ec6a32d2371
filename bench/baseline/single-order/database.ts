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
  database.pragma("temp_store = MEMORY") // what savepoints bring back, as the service has it
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
  const savepoint = database.prepare("savepoint unit")
  const release = database.prepare("release unit")
  const undo = database.prepare("rollback to unit")
  let waiting: Array<Waiting> = []

  const runBetweenSavepoints = (unit: Waiting): (() => void) | undefined => {
    savepoint.run()
    try {
      return unit.run()
    } catch (cause) {
      undo.run()
      unit.fail(cause)
      return undefined
    } finally {
      release.run()
    }
  }

  const flush = (): void => {
    const units = waiting
    waiting = []
    const answers: Array<() => void> = []
    try {
      begin.run()
      for (const unit of units) {
        const answer = runBetweenSavepoints(unit)
        if (answer !== undefined) answers.push(answer)
      }
      commit.run()
    } catch (cause) {
      if (database.inTransaction) rollback.run()
      for (const unit of units) unit.fail(cause)
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
      if (waiting.length === 1) setImmediate(flush)
    })
}
