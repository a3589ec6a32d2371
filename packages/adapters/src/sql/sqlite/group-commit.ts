/**
 * Merges units of work that arrive together into one physical transaction, so that they share one wait for the disk.
 *
 * Units run one after another, and a failing one is undone alone. Failures are rare, and a savepoint for each unit
 * costs a tenth of an order: it copies every page that the unit changes. So the whole transaction is rolled back
 * instead, and the statements of the earlier units run again: on the same data they have the same effect. No request is
 * answered before the commit.
 */
import BetterSqlite from "better-sqlite3"
import { atEndOfTick } from "../../node/end-of-tick.ts"
import type { CommittedGroup } from "./commit-watch.ts"
import { isLocked } from "./result-code.ts"

/** How a unit ended. */
interface UnitOutcome<A> {
  /** False undoes what the unit wrote. */
  readonly isCommitted: boolean
  readonly value: A
  /** The failure if SQLite rolled the whole transaction back by itself, as it may if the disk is full. */
  readonly lostBy: unknown
  /** Its statements that changed something, in order. Repeating them on the same data has the same effect. */
  readonly writes: ReadonlyArray<() => unknown>
}

export interface GroupCommit {
  /**
   * Runs `unit` in the next physical transaction, and then calls back once: `answer` with its value when that is committed (or
   * the unit undone), `fail` with the reason if the store failed and nothing of it was written.
   *
   * @param unit - runs synchronously, never throws
   */
  readonly submit: <A>(
    unit: () => UnitOutcome<A>,
    answer: (value: A) => void,
    fail: (cause: unknown) => void,
  ) => {
    /** Withdraws a unit that has not run. If it has run, its result stays. */
    readonly withdraw: () => void
  }
  /** Units wait from now on, until the returned function is called. There may be one pause at a time. */
  readonly pause: () => () => void
}

interface Waiting {
  readonly since: number
  readonly run: () => Omit<UnitOutcome<never>, "value"> & { readonly answer: () => void }
  readonly fail: (cause: unknown) => void
}

/** Many concurrent units are run in groups: while one group runs, nothing else does, and its first unit waits for its last. */
const groupSizeMax = 256

/** A group takes no further unit once it has run for this long: units may be large, and no other request is handled meanwhile. */
const groupMillisMax = 15

/** After a unit was undone, this many units have savepoints: if many fail, the others are not run again for each. */
const carefulUnits = 1_000

/**
 * How long a unit waits while another process holds the write lock. The event loop is not blocked meanwhile, as it would be by SQLite's
 * `busy_timeout`.
 */
const lockWaitMillis = 5_000
const lockRetryMillis = 5

/** Gets notice of the transactions. */
export interface GroupWatch {
  /** A transaction has begun: no other connection writes until it ends. */
  readonly begun: () => void
  /** All units have run, and the commit follows: writes made now are part of it. If it throws, nothing is committed. */
  readonly committing: () => void
  /** Some writes are rolled back. */
  readonly undone: () => void
  /** Called after each commit, before any request is answered. */
  readonly committed: (group: CommittedGroup) => void
}

export const groupCommit = (
  database: BetterSqlite.Database,
  { begun, committed, committing, undone }: GroupWatch,
): GroupCommit => {
  // Pages that a savepoint may restore stay in memory: otherwise every page that a unit changes would also be written
  // to a temporary file.
  database.pragma("temp_store = MEMORY")
  const begin = database.prepare("begin immediate") // a deferred one cannot write once another process has written since
  const commit = database.prepare("commit")
  const rollback = database.prepare("rollback")
  const savepoint = database.prepare("savepoint unit")
  const undo = database.prepare("rollback to unit")
  const release = database.prepare("release unit")

  const version = database.prepare("pragma data_version").pluck()

  /**
   * In order of arrival. It is not a `Set`, because V8's collector would keep its removed entries
   * (docs/decisions/engineering.md#0308).
   */
  let waiting: Array<Waiting> = []
  let isScheduled = false
  let isPaused = false
  /** How many more units get a savepoint. */
  let savepointsLeft = 0

  const schedule = (): void => {
    if (isScheduled || isPaused || waiting.length === 0) return
    isScheduled = true
    atEndOfTick("commit", flush)
  }

  const flush = (): void => {
    isScheduled = false
    if (isPaused || waiting.length === 0) return
    try {
      begin.run()
      begun()
    } catch (cause) {
      if (isLocked(cause)) waitForLock(cause)
      else failAll(takeAll(), cause)
      return
    }
    const group: Array<Waiting> = []
    const answers: Array<() => void> = []
    const writes: Array<() => unknown> = []
    const begunAt = performance.now()
    const endsAt = begunAt + groupMillisMax
    try {
      while (group.length < groupSizeMax && (group.length === 0 || performance.now() < endsAt)) {
        const unit = waiting.shift()
        if (unit === undefined) break
        group.push(unit)
        answers.push(savepointsLeft > 0 ? runBetweenSavepoints(unit, writes) : runUndoneByRepetition(unit, writes))
      }
      committing()
      commit.run()
    } catch (cause) {
      if (database.inTransaction) rollback.run()
      undone()
      failAll(group, cause)
      return
    } finally {
      schedule()
    }
    committed(committedGroup(group, begunAt))
    for (const answer of answers) answer()
  }

  /** Throws if the whole transaction is gone: then there is nothing left to commit. */
  const runBetweenSavepoints = (unit: Waiting, before: Array<() => unknown>): (() => void) => {
    savepointsLeft -= 1
    savepoint.run()
    const { answer, isCommitted, writes } = ranIn(unit)
    if (isCommitted) before.push(...writes)
    else {
      undo.run()
      undone()
    }
    release.run()
    return answer
  }

  /**
   * Runs a unit again after its transaction was rolled back. Also covers a file that changed before the transaction
   * began again.
   */
  const runUndoneByRepetition = (unit: Waiting, before: Array<() => unknown>): (() => void) => {
    const { answer, isCommitted, writes } = ranIn(unit)
    if (isCommitted) before.push(...writes)
    else if (writes.length > 0) beginAnew(before)
    return answer
  }

  const ranIn = (unit: Waiting) => {
    const ran = unit.run()
    const mayBeLost = ran.lostBy !== undefined || !ran.isCommitted
    if (mayBeLost && !database.inTransaction) throw ran.lostBy ?? new Error("SQLite undid the transaction by itself.")
    return ran
  }

  /** Earlier writes are repeated. Another process may have written in between: then none of them is valid. */
  const beginAnew = (before: ReadonlyArray<() => unknown>): void => {
    savepointsLeft = carefulUnits
    const versionBefore = version.get()
    rollback.run()
    undone()
    begin.run()
    if (version.get() !== versionBefore) {
      throw new BetterSqlite.SqliteError("Another process wrote while a unit was undone.", "SQLITE_BUSY_SNAPSHOT")
    }
    for (const write of before) write()
  }

  const waitForLock = (cause: unknown): void => {
    const now = performance.now()
    const isPatient = ({ since }: Waiting) => now - since < lockWaitMillis
    const impatient = waiting.filter((unit) => !isPatient(unit))
    waiting = waiting.filter(isPatient)
    if (waiting.length > 0) {
      isScheduled = true
      setTimeout(flush, lockRetryMillis)
    }
    failAll(impatient, cause)
  }

  const takeAll = (): ReadonlyArray<Waiting> => {
    const taken = waiting
    waiting = []
    return taken
  }

  return {
    submit: (unit, answer, fail) => {
      const entry: Waiting = {
        since: performance.now(),
        run: () => {
          const { isCommitted, lostBy, value, writes } = unit()
          return { isCommitted, lostBy, writes, answer: () => answer(value) }
        },
        fail,
      }
      waiting.push(entry)
      schedule()
      return {
        withdraw: () => {
          const place = waiting.indexOf(entry)
          if (place >= 0) waiting.splice(place, 1)
        },
      }
    },
    pause: () => {
      isPaused = true
      return () => {
        isPaused = false
        schedule()
      }
    },
  }
}

const committedGroup = (group: ReadonlyArray<Waiting>, begunAt: number): CommittedGroup => {
  const now = performance.now()
  return {
    units: group.length,
    seconds: (now - begunAt) / 1e3,
    longestWaitSeconds: (now - (group[0]?.since ?? begunAt)) / 1e3,
  }
}

const failAll = (units: ReadonlyArray<Waiting>, cause: unknown): void => {
  for (const unit of units) unit.fail(cause)
}
