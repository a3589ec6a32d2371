/**
 * Write sets that wait to be committed. Sets that arrive while a transaction runs are committed together in the next
 * one, so a busy service has large transactions. If none runs and no other set waits, a set is committed alone.
 *
 * @see docs/decisions/storage.md#0307
 */
import { Effect, Exit, Option } from "effect"
import { atEndOfTick } from "../../node/end-of-tick.ts"
import type { ProcedureSet } from "../engine/procedure.ts"
import type { CommitEnd } from "./commit-end.ts"
import { type Manner, repeatedAttempts } from "./repeated-attempts.ts"
import { type SetToCommit, setToCommit } from "./running-set.ts"
import { setSettings } from "./set-settings.ts"
import { runSets, type SetPlace } from "./set-transaction.ts"
import { oneAtATime } from "./transaction.ts"

/** How many transactions of several sets run at most, each on a connection of the pool. */
const transactionsMax = 2

/** A second one begins only when this many sets wait: a small one costs more than it saves. */
const secondFrom = 16

/** How many sets a transaction has at most: the first waits for the last. */
const setsMax = 64

/**
 * After a transaction that was not committed, this many sets are committed alone: if many fail, not all are begun
 * twice.
 */
const aloneAfterFailure = 200

/**
 * When a transaction has taken this long, in milliseconds, no set waits for it any more: sets are committed alone until
 * it ends.
 */
const waitMaxMillis = 500

/** A set that waits. */
interface Waiting extends SetToCommit {
  readonly names: ReadonlyArray<string>
}

/**
 * Commits a set, with others or alone.
 *
 * @param names - what it is about: no two sets of a transaction share a name
 */
export type CommitSet = <A, E>(
  operation: string,
  names: ReadonlyArray<string>,
  begun: () => ProcedureSet<A, E>,
) => Effect.Effect<CommitEnd<A, E>>

/** Callers that commit in the same place share a queue. */
export const setQueue = (place: SetPlace): CommitSet => {
  /** In order of arrival. */
  let waiting: Array<Waiting> = []
  const running = new Set<{ isHeldUp: boolean }>()
  let isScheduled = false
  /** How many sets are still to be committed alone. */
  let aloneLeft = 0

  const mayBegin = (): boolean =>
    running.size === 0 ? waiting.length > 0 : running.size < transactionsMax && waiting.length >= secondFrom

  const schedule = (): void => {
    if (isScheduled || !mayBegin()) return
    isScheduled = true
    atEndOfTick("commit", begin)
  }

  const begin = (): void => {
    isScheduled = false
    const sets = taken()
    if (aloneLeft > 0 || (sets.length === 1 && running.size === 0)) {
      aloneLeft = Math.max(0, aloneLeft - sets.length)
      leaveAlone(sets)
    } else if (sets.length > 0) Effect.runFork(together(sets))
    schedule()
  }

  /** Takes sets that have no name in common. The others stay where they are. */
  const taken = (): ReadonlyArray<Waiting> => {
    const names = new Set<string>()
    const sets: Array<Waiting> = []
    const others: Array<Waiting> = []
    for (const set of waiting) {
      const isFree = sets.length < setsMax && !set.names.some((name) => names.has(name))
      // Sets with a common name are committed in the order of arrival.
      for (const name of set.names) names.add(name)
      ;(isFree ? sets : others).push(set)
    }
    waiting = others
    return sets
  }

  const together = (sets: ReadonlyArray<SetToCommit>): Effect.Effect<void> => {
    const transaction = { isHeldUp: false }
    running.add(transaction)
    const timer = setTimeout(() => {
      transaction.isHeldUp = true
      leaveAlone(waiting.splice(0))
    }, waitMaxMillis)
    const committed = place.pool.withConnection((client) =>
      Effect.callback<boolean>((resume) =>
        runSets(place, client, sets, setSettings, (isCommitted) => resume(Effect.succeed(isCommitted))),
      ),
    )
    return Effect.flatMap(Effect.exit(committed), (exit) =>
      Effect.sync(() => {
        // Nothing was sent. Each set runs alone, and so finds that there is no connection, or that it is the defect.
        if (Exit.isFailure(exit)) leaveAlone(sets)
        if (Exit.isFailure(exit) || !exit.value) aloneLeft = aloneAfterFailure
        clearTimeout(timer)
        running.delete(transaction)
        schedule()
      }),
    )
  }

  const alone = <A, E>(
    operation: string,
    begun: () => ProcedureSet<A, E>,
    { hasCollided }: Manner,
  ): Effect.Effect<CommitEnd<A, E>> =>
    place.pool
      .withConnection((client) =>
        Effect.callback<CommitEnd<A, E>>((resume) => {
          const set = setToCommit(operation, begun, (end) =>
            resume(end === null ? Effect.die(new Error("A set that is alone waits for nobody.")) : Effect.succeed(end)),
          )
          runSets(place, client, [set], hasCollided ? [oneAtATime] : [], () => {})
        }),
      )
      .pipe(
        Effect.catch((failure) =>
          Effect.succeed<CommitEnd<A, E>>({ _tag: "RolledBack", failed: { operation: "begin", failure } }),
        ),
      )

  const withOthers = <A, E>(
    operation: string,
    names: ReadonlyArray<string>,
    begun: () => ProcedureSet<A, E>,
  ): Effect.Effect<Option.Option<CommitEnd<A, E>>> =>
    Effect.callback((resume) => {
      const set = setToCommit<A, E>(operation, begun, (end) => resume(Effect.succeed(Option.fromNullOr(end))))
      waiting.push({ ...set, names })
      if ([...running].some(({ isHeldUp }) => isHeldUp)) leaveAlone(waiting.splice(0))
      else schedule()
    })

  return (operation, names, begun) => {
    const lone = repeatedAttempts(place.pool, (manner) => alone(operation, begun, manner))
    return Effect.uninterruptible(
      Effect.flatMap(withOthers(operation, names, begun), Option.match({ onNone: () => lone, onSome: Effect.succeed })),
    )
  }
}

const leaveAlone = (sets: ReadonlyArray<SetToCommit>): void => {
  for (const { end } of sets) end({ _tag: "Again" })
}
