/**
 * Moves commits from the log into the SQLite file soon, so that the file is never far behind and the log stays short.
 *
 * A thread does it (see wal-checkpointing-thread.ts), while the service continues.
 */
import type BetterSqlite from "better-sqlite3"
import { Effect, Latch, Schedule } from "effect"
import { askedThread } from "../../node/asked-thread.ts"
import { isErasedInLog } from "./emptied-log.ts"
import { checkpoint, longLog, unmoved } from "./wal-checkpoint.ts"
import type { Checkpoint } from "./wal-checkpointing-thread.ts"

/** A quiet moment: this many milliseconds without a commit. It may be noticed as much later. */
const quietMillis = 500

/**
 * If there is no quiet moment, commits are moved after this many of those waits: ten seconds. Pages that are written often are moved once.
 */
const longestWait = 20

/**
 * If commits never pause, the thread never finishes, and the log begins again only when everything is moved. So commits
 * wait for its last pass: the one after this many, or when at most these pages are left.
 */
const passesMax = 5
const fewPages = 500

/** If the thread fails, and only then, the service itself moves a log of this many pages, and waits for it. */
const lastResortPages = 8 * longLog

/** The wait before the next try, milliseconds, if another connection still reads the log. */
const readerPauseMillis = 1_000

/** How often it checks whether another process has erased a person, milliseconds. */
const erasedPauseMillis = 60_000

/** The pause after a failure, as on a full disk. */
const failurePauseMillis = 60_000

export interface WalCheckpointing {
  /** Has to be called after each commit. */
  readonly committed: () => void
  /**
   * Moves commits, those of an earlier process first, until it is interrupted.
   *
   * @param pause - makes commits wait until the returned function is called
   */
  readonly run: (pause: () => () => void) => Effect.Effect<never>
}

/** @param database - in a file, not read-only, and in no transaction between two ticks of the event loop */
export const walCheckpointing = (database: BetterSqlite.Database): WalCheckpointing => {
  database.pragma(`wal_autocheckpoint = ${lastResortPages}`)
  let commits = 0
  const isBehind = Latch.makeUnsafe(true)

  /** Another process may have erased a person; this one gets no notice of it. */
  const somethingToDo = Effect.raceFirst(
    isBehind.await,
    Effect.repeat(
      Effect.sync(() => isErasedInLog(database)),
      {
        until: (isErased) => isErased,
        schedule: Schedule.spaced(erasedPauseMillis),
      },
    ),
  )

  /** Waits for a quiet moment, but at most as long as the file may be behind, and not while the log grows long. */
  const quietMoment = Effect.gen(function* () {
    for (let waits = 0; waits < longestWait; waits += 1) {
      const before = commits
      yield* Effect.sleep(quietMillis)
      if (commits === before || checkpoint(database, "NOOP").pages >= longLog) return
    }
  })

  const checkpointInThread = Effect.fnUntraced(function* (pause: () => () => void) {
    const { ask } = yield* askedThread<Checkpoint, boolean>(import.meta.resolve("#wal-checkpointing-thread"), {
      data: database.name,
      name: "wal checkpointing",
    })
    const checkpointOnce = ask("move")
    for (;;) {
      isBehind.closeUnsafe()
      if (!(yield* checkpointOnce)) {
        isBehind.openUnsafe()
        yield* Effect.sleep(readerPauseMillis)
      } else if (isErasedInLog(database)) {
        if (yield* whilePaused(pause, ask("empty"))) continue // taking the mark away was a commit
        isBehind.openUnsafe()
        yield* Effect.sleep(readerPauseMillis)
      } else if (checkpoint(database, "NOOP").pages >= longLog) {
        yield* beginAnew(checkpointOnce, pause)
      }
      yield* somethingToDo
      yield* quietMoment
    }
  }, Effect.scoped)

  const beginAnew = Effect.fnUntraced(function* <E>(
    checkpointOnce: Effect.Effect<unknown, E>,
    pause: () => () => void,
  ) {
    for (let passes = 1; passes < passesMax && unmoved(checkpoint(database, "NOOP")) > fewPages; passes += 1)
      yield* checkpointOnce
    yield* whilePaused(pause, checkpointOnce)
  })

  const runOnce = Effect.fnUntraced(
    function* (pause: () => () => void) {
      yield* somethingToDo
      yield* quietMoment
      isBehind.closeUnsafe()
      if (unmoved(checkpoint(database, "NOOP")) > 0 || isErasedInLog(database)) return yield* checkpointInThread(pause)
    },
    Effect.catchCause((cause) => {
      isBehind.openUnsafe()
      return Effect.andThen(
        Effect.logWarning("committed data stays in the write-ahead log for now", cause),
        Effect.sleep(failurePauseMillis),
      )
    }),
  )

  return {
    committed: () => {
      commits += 1
      isBehind.openUnsafe()
    },
    run: (pause) => Effect.forever(runOnce(pause)),
  }
}

/** Makes commits wait meanwhile. */
const whilePaused = <A, E>(pause: () => () => void, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.acquireUseRelease(
    Effect.sync(pause),
    () => work,
    (resume) => Effect.sync(resume),
  )
