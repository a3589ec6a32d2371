/**
 * Merges units of work that arrive together into one physical transaction, so that they share one wait for the disk.
 *
 * Units run one after another, a savepoint each: one that fails is undone alone. Nobody is answered before the commit.
 */
import type BetterSqlite from "better-sqlite3"

/** How a unit ended: `isCommitted` false undoes its writes. */
export interface UnitOutcome<A> {
  readonly isCommitted: boolean
  readonly value: A
}

interface Waiting {
  /** Runs the unit, synchronously, between its savepoint and its release. Never throws. */
  readonly run: () => { readonly isCommitted: boolean; readonly answer: () => void }
  /** The store failed, and nothing of this unit happened. */
  readonly fail: (cause: unknown) => void
}

/** How long units wait for another process's write lock. */
const lockWaitMillis = 5_000
const lockRetryMillis = 5

export interface GroupCommit {
  /** Runs `unit` in the next physical transaction. Calls back once: after the commit, or with what the store failed of. */
  readonly submit: <A>(
    unit: () => UnitOutcome<A>,
    answer: (value: A) => void,
    fail: (cause: unknown) => void,
  ) => { readonly withdraw: () => void }
}

export const groupCommit = (database: BetterSqlite.Database): GroupCommit => {
  const [begin, commit, rollback, savepoint, release, undo] = [
    "begin immediate",
    "commit",
    "rollback",
    "savepoint unit",
    "release unit",
    "rollback to unit",
  ].map((text) => database.prepare(text))

  const waiting = new Set<Waiting>()
  let isScheduled = false
  let lockedSince: number | undefined

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(flush)
  }

  const flush = (): void => {
    isScheduled = false
    if (waiting.size === 0) return
    try {
      begin?.run()
    } catch (cause) {
      waitForLock(cause)
      return
    }
    lockedSince = undefined
    const units = [...waiting]
    waiting.clear()
    const answers: Array<() => void> = []
    try {
      // A unit alone needs no savepoint: undoing it is undoing the transaction.
      const run = units.length === 1 ? runAlone : runBetweenSavepoints
      for (const unit of units) answers.push(run(unit))
      if (database.inTransaction) commit?.run()
    } catch (cause) {
      // The disk is full, or gone: SQLite may have rolled back by itself, and nobody's writes are durable.
      if (database.inTransaction) rollback?.run()
      for (const unit of units) unit.fail(cause)
      return
    }
    for (const answer of answers) answer()
  }

  /** Another process holds the write lock: try again without blocking, for a while. */
  const waitForLock = (cause: unknown): void => {
    const now = performance.now()
    lockedSince ??= now
    if (isLocked(cause) && now - lockedSince < lockWaitMillis) {
      isScheduled = true
      setTimeout(flush, lockRetryMillis)
      return
    }
    lockedSince = undefined
    const units = [...waiting]
    waiting.clear()
    for (const unit of units) unit.fail(cause)
  }

  const runAlone = (unit: Waiting): (() => void) => {
    const { isCommitted, answer } = unit.run()
    if (isCommitted && !database.inTransaction) throw new Error("SQLite undid the transaction by itself.")
    if (!isCommitted && database.inTransaction) rollback?.run()
    return answer
  }

  const runBetweenSavepoints = (unit: Waiting): (() => void) => {
    savepoint?.run()
    const { isCommitted, answer } = unit.run()
    if (!isCommitted) undo?.run()
    release?.run()
    return answer
  }

  return {
    submit: (unit, answer, fail) => {
      const entry: Waiting = {
        run: () => {
          const { isCommitted, value } = unit()
          return { isCommitted, answer: () => answer(value) }
        },
        fail,
      }
      waiting.add(entry)
      schedule()
      return { withdraw: () => waiting.delete(entry) }
    },
  }
}

const isLocked = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && String(cause.code).startsWith("SQLITE_BUSY")
