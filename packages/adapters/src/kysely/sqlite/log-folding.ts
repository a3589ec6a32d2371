/**
 * Moves what was committed from the log into the SQLite file soon, so that the file alone is never far behind.
 *
 * SQLite itself does so only once the log has grown to 16 MB (see database.ts). A service with little to do would not get there for days.
 */
import type BetterSqlite from "better-sqlite3"
import { Effect, Latch } from "effect"

/** So long without a commit is a quiet moment, milliseconds. It is noticed up to as long after that. */
const quietMillis = 500

/**
 * While no moment is quiet, commits are moved after so many times that long: ten seconds. Each time the disk is waited for, which under
 * load everybody else waits for, too; and what is written again and again is moved once.
 */
const longestWait = 20

/** How long until it is tried again, milliseconds, where another connection reads what is to be moved. */
const readerPauseMillis = 1_000

/** The same where it failed, as it does on a full disk. */
const failurePauseMillis = 60_000

export interface LogFolding {
  /** Has to be called after each commit. */
  readonly committed: () => void
  /** Moves commits, those of an earlier process first, until it is interrupted. */
  readonly run: Effect.Effect<never>
}

/** @param database - in a file, not read-only, and in no transaction between two turns of the event loop */
export const logFolding = (database: BetterSqlite.Database): LogFolding => {
  let commits = 0
  const isBehind = Latch.makeUnsafe(true)

  /** Waits for a quiet moment, but not for longer than the file may be behind. */
  const quietMoment = Effect.gen(function* () {
    for (let waits = 0; waits < longestWait; waits += 1) {
      const before = commits
      yield* Effect.sleep(quietMillis)
      if (commits === before) return
    }
  })

  const foldOnce = Effect.gen(function* () {
    yield* isBehind.await
    yield* quietMoment
    isBehind.closeUnsafe()
    if (yield* Effect.try(() => fold(database, "PASSIVE"))) return
    isBehind.openUnsafe()
    yield* Effect.sleep(readerPauseMillis)
  }).pipe(
    Effect.catchCause((cause) => {
      isBehind.openUnsafe()
      return Effect.andThen(
        Effect.logWarning("what was committed stays in the log beside the file for now", cause),
        Effect.sleep(failurePauseMillis),
      )
    }),
  )

  return {
    committed: () => {
      commits += 1
      isBehind.openUnsafe()
    },
    run: Effect.forever(foldOnce),
  }
}

/**
 * Moves all that is committed and no other connection keeps from being moved. Does not wait for anybody; blocks while it writes.
 * `TRUNCATE` also empties the log, unless somebody uses it.
 *
 * @returns whether the file has everything now
 * @see https://sqlite.org/pragma.html#pragma_wal_checkpoint
 */
export const fold = (database: BetterSqlite.Database, mode: "PASSIVE" | "TRUNCATE"): boolean => {
  const [result]: ReadonlyArray<unknown> = toArray(database.pragma(`wal_checkpoint(${mode})`))
  return isFoldResult(result) && result.busy === 0 && result.log === result.checkpointed
}

const toArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** `log` and `checkpointed` are pages. */
interface FoldResult {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

const isFoldResult = (value: unknown): value is FoldResult =>
  typeof value === "object" && value !== null && "busy" in value && "log" in value && "checkpointed" in value
