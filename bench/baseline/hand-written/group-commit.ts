/** All writes of one tick of the event loop share one transaction; an answer leaves after its commit. */
import { Worker } from "node:worker_threads"
import BetterSqlite from "better-sqlite3"

/** One commit of one order. */
export interface Unit {
  readonly write: () => void
  /** Called once it is on the disk. */
  readonly committed: () => void
  readonly failed: (cause: unknown) => void
}

/** Units between two checkpoints of the log: about as many pages. */
const checkpointEvery = 4_000

export const openDatabase = (file: string): BetterSqlite.Database => {
  const database = new BetterSqlite(file)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.pragma("wal_autocheckpoint = 0") // a thread does it
  database.pragma("cache_size = -65536")
  database.pragma("temp_store = MEMORY")
  return database
}

/** @param beforeCommit - writes the shared rows of a transaction's units */
export const groupCommit = (database: BetterSqlite.Database, beforeCommit: () => void): ((unit: Unit) => void) => {
  const begin = database.prepare("begin immediate")
  const commit = database.prepare("commit")
  const rollback = database.prepare("rollback")
  const written = checkpointing(database)
  let waiting: Array<Unit> = []

  const commitTogether = (units: ReadonlyArray<Unit>): void => {
    try {
      begin.run()
      for (const unit of units) unit.write()
      beforeCommit()
      commit.run()
    } catch (cause) {
      if (database.inTransaction) rollback.run()
      // One of them is at fault: committing each alone shows which.
      if (units.length > 1) for (const unit of units) commitTogether([unit])
      else for (const unit of units) unit.failed(cause)
      return
    }
    written(units.length)
    for (const unit of units) unit.committed()
  }

  const flush = (): void => {
    const units = waiting
    waiting = []
    commitTogether(units)
  }

  return (unit) => {
    waiting.push(unit)
    if (waiting.length === 1) setImmediate(flush)
  }
}

/** A thread moves most of the log, and this one the few pages written meanwhile: then the log begins again. */
const checkpointing = (database: BetterSqlite.Database): ((units: number) => void) => {
  const thread = new Worker(new URL("./wal-checkpointing-thread.ts", import.meta.url), { workerData: database.name })
  const checkpoint = database.prepare("pragma wal_checkpoint(passive)")
  let units = 0
  let isCheckpointing = false
  thread.on("message", () => {
    checkpoint.all()
    isCheckpointing = false
    units = 0
  })
  thread.unref()
  return (count) => {
    units += count
    if (units < checkpointEvery || isCheckpointing) return
    isCheckpointing = true
    thread.postMessage(null)
  }
}
