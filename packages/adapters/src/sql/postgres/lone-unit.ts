/**
 * A unit of work in a transaction of its own.
 */
import { randomInt } from "node:crypto"
import { type Context, Effect, Exit } from "effect"
import type { PoolClient } from "pg"
import { ask, type ConnectionPool } from "./connection-pool.ts"
import { newUnit, noResult, type RunningUnit, runBetweenAnswers } from "./running-unit.ts"
import { isCollision, isConnectionLost, isConstraint, isOutdatedPlan, type PostgresFailure } from "./sql-state.ts"
import { begin, isUncertain, type Lost, oneAtATime, rollback, sendAll, sendCommit, type Unsent } from "./transaction.ts"
import type { Tell, UnitEnd } from "./unit-end.ts"

/** How often a unit is begun at most. */
const attemptsMax = 6
/** How often a unit may break a constraint: it has read what another has changed since, and reads anew; or it is a defect. */
const violationsMax = 2
/** The longest random wait before the next attempt at a unit that collided, times the number of the attempt; milliseconds. */
const collisionWaitMillis = 10

/** Where a unit is committed, and who is told of it. */
interface Committing {
  readonly pool: ConnectionPool
  readonly tell: Tell
}

/** What one attempt has learned from those before it. */
interface Manner {
  readonly holdsEntries: boolean
  /** Units that collided are retried one after another: at once they might collide again and again. */
  readonly hasCollided: boolean
}

/** Runs a unit until it has ended or failed for good. It is run again only where nothing of it was written. */
export const commitAlone = Effect.fnUntraced(function* <A, E, R>(
  committing: Committing,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  manner: Pick<Manner, "holdsEntries">,
): Effect.fn.Return<UnitEnd<A, E>> {
  let { holdsEntries } = manner
  let hasCollided = false
  let violations = 0
  for (let attempt = 1; ; attempt++) {
    const end = yield* attempted(committing, context, unit, { holdsEntries, hasCollided })
    if (end._tag === "Again") {
      holdsEntries = true
      continue
    }
    if (end._tag !== "Undone") return end
    const { failure } = end.by
    if (isConstraint(failure)) violations += 1
    if (isCollision(failure)) hasCollided = true
    if (attempt >= attemptsMax || violations >= violationsMax || !mayEndOtherwise(failure)) return end
    if (!isConstraint(failure)) yield* pause(attempt)
  }
})

const mayEndOtherwise = (failure: PostgresFailure): boolean =>
  isCollision(failure) || isConstraint(failure) || isConnectionLost(failure) || isOutdatedPlan(failure)

/** By the machine's clock, not the sandbox's. */
const pause = (attempt: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), randomInt(1, collisionWaitMillis * attempt + 1))
    return Effect.sync(() => clearTimeout(timer))
  })

const attempted = <A, E, R>(
  { pool, tell }: Committing,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  { hasCollided, holdsEntries }: Manner,
): Effect.Effect<UnitEnd<A, E>> =>
  pool
    .withConnection((client) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const transaction = loneTransaction(client, hasCollided)
          const running = newUnit({ pool, holdsEntries, mayHold: () => true, send: transaction.send })
          const exit = yield* Effect.exit(restore(runBetweenAnswers(context, running, unit)))
          if (Exit.isSuccess(exit)) return yield* ended(transaction, running, exit.value, tell)
          yield* transaction.undo
          return yield* Effect.failCause(exit.cause) // the caller of the unit is gone
        }),
      ),
    )
    .pipe(
      Effect.catch((failure) => Effect.succeed<UnitEnd<A, E>>({ _tag: "Undone", by: { operation: "begin", failure } })),
    )

interface LoneTransaction {
  readonly send: RunningUnit["send"]
  /** Also of what has not been sent yet. @returns what kept it from being committed */
  readonly commit: (unsent: ReadonlyArray<Unsent>) => Effect.Effect<Lost | undefined>
  /** If even the rollback fails, the connection is gone and the transaction with it. */
  readonly undo: Effect.Effect<void>
}

/** A transaction that begins with its first statement, and without one never does. */
const loneTransaction = (client: PoolClient, hasCollided: boolean): LoneTransaction => {
  let beginning: ReadonlyArray<Unsent> = hasCollided ? [begin, oneAtATime] : [begin]
  const hasBegun = (): boolean => beginning.length === 0
  const takeBeginning = (): ReadonlyArray<Unsent> => {
    const taken = beginning
    beginning = []
    return taken
  }
  return {
    send: (statements, answered) =>
      sendAll(client, [...takeBeginning(), ...statements], (results, lost) =>
        answered({ result: results.at(-1) ?? noResult, lost }),
      ),
    commit: (unsent) =>
      hasBegun() || unsent.length > 0
        ? Effect.uninterruptible(
            Effect.callback((resume) =>
              sendCommit(client, [...takeBeginning(), ...unsent], (lost) => resume(Effect.succeed(lost))),
            ),
          )
        : Effect.undefined,
    undo: Effect.suspend(() => (hasBegun() ? Effect.ignore(ask(client, rollback)) : Effect.void)),
  }
}

const ended = Effect.fnUntraced(function* <A, E>(
  transaction: LoneTransaction,
  { again, changes, lostBy, unsent }: RunningUnit,
  exit: Exit.Exit<A, E>,
  tell: Tell,
): Effect.fn.Return<UnitEnd<A, E>> {
  if (lostBy !== undefined || again !== undefined || Exit.isFailure(exit)) {
    yield* transaction.undo
    if (lostBy !== undefined) return { _tag: "Undone", by: lostBy }
    return again === undefined ? { _tag: "Ended", exit } : { _tag: "Again", way: again }
  }
  const lost = yield* transaction.commit(unsent)
  if (lost !== undefined && !isUncertain(lost)) {
    yield* transaction.undo
    return { _tag: "Undone", by: lost }
  }
  // Where it is not known whether it was committed, listeners read again and see.
  tell(changes)
  return lost === undefined ? { _tag: "Ended", exit } : { _tag: "Uncertain", failure: lost.failure }
})
