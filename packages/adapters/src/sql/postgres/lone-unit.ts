/**
 * A unit of work in a transaction of its own.
 */
import { randomInt } from "node:crypto"
import { type Context, Effect, Exit } from "effect"
import type { PoolClient } from "pg"
import { type LateTransaction, lateTransaction } from "./late-transaction.ts"
import { newUnit, noResult, type RunningUnit, runBetweenAnswers } from "./running-unit.ts"
import {
  isCollision,
  isConnectionLost,
  isConstraint,
  isNotWritable,
  isOutdatedPlan,
  isUnheard,
  type PostgresFailure,
} from "./sql-state.ts"
import { type FailedStatement, isUncertain, oneAtATime, type Unsent } from "./transaction.ts"
import type { FinalEnd, UnitEnd } from "./unit-end.ts"
import type { UnitPlace } from "./unit-place.ts"

/** How often a unit is begun alone at most. */
const attemptsMax = 6
/** How often a unit may break a constraint: it has read what another has changed since, and reads anew; or it is a defect. */
const violationsMax = 2
/** The longest random wait before the next attempt at a unit that collided, times the number of the attempt; milliseconds. */
const collisionWaitMillis = 10

/** What one attempt has learned from those before it. */
interface Manner {
  readonly holdsEntries: boolean
  /** Units that collided are retried one after another: at once they might collide again and again. */
  readonly hasCollided: boolean
}

/** Runs a unit until it has ended or failed for good. It is run again only if nothing of it was written. */
export const commitAlone = Effect.fnUntraced(function* <A, E, R>(
  place: UnitPlace,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  manner: Pick<Manner, "holdsEntries">,
): Effect.fn.Return<FinalEnd<A, E>> {
  let { holdsEntries } = manner
  let hasCollided = false
  let violations = 0
  const begunAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    const end = yield* attempted(place, context, unit, { holdsEntries, hasCollided })
    if (end._tag === "Again") {
      holdsEntries = true
      continue
    }
    if (end._tag !== "RolledBack") return end
    const { failure } = end.failed
    if (isConstraint(failure)) violations += 1
    if (isCollision(failure)) hasCollided = true
    if (isUnheard(failure) && place.pool.isOverdue(begunAt)) return end
    if (attempt >= attemptsMax || violations >= violationsMax || !mayEndOtherwise(failure)) return end
    if (!isConstraint(failure)) yield* pause(attempt)
  }
})

const mayEndOtherwise = (failure: PostgresFailure): boolean =>
  isCollision(failure) ||
  isConstraint(failure) ||
  isConnectionLost(failure) ||
  isNotWritable(failure) ||
  isOutdatedPlan(failure)

/** By the machine's clock, not the sandbox's. */
const pause = (attempt: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), randomInt(1, collisionWaitMillis * attempt + 1))
    return Effect.sync(() => clearTimeout(timer))
  })

const attempted = <A, E, R>(
  place: UnitPlace,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  manner: Manner,
): Effect.Effect<UnitEnd<A, E>> =>
  place.pool
    .withConnection((client) =>
      Effect.uninterruptibleMask((restore) =>
        attemptedOn(place, client, manner, (running) => restore(runBetweenAnswers(context, running, unit))),
      ),
    )
    .pipe(
      Effect.catch((failure) =>
        Effect.succeed<UnitEnd<A, E>>({ _tag: "RolledBack", failed: { operation: "begin", failure } }),
      ),
    )

/** @param run - may be interrupted, as the rest may not */
const attemptedOn = Effect.fnUntraced(function* <A, E>(
  place: UnitPlace,
  client: PoolClient,
  { hasCollided, holdsEntries }: Manner,
  run: (running: RunningUnit) => Effect.Effect<Exit.Exit<A, E>>,
): Effect.fn.Return<UnitEnd<A, E>> {
  const transaction = lateTransaction(client, hasCollided ? [oneAtATime] : [])
  const running = newUnit({
    pool: place.pool,
    holdsEntries,
    acquireName: () => true,
    send: (statements, answered) =>
      transaction.send(statements, (results, failed) => answered({ result: results.at(-1) ?? noResult, failed })),
  })
  const exit = yield* Effect.exit(run(running))
  if (Exit.isSuccess(exit)) return yield* ended(transaction, running, exit.value, place)
  yield* rolledBack(transaction)
  return yield* Effect.failCause(exit.cause) // the caller of the unit is gone
})

const ended = Effect.fnUntraced(function* <A, E>(
  transaction: LateTransaction,
  { changes, failed, rerun, sums, unsent }: RunningUnit,
  exit: Exit.Exit<A, E>,
  { adding, tell }: UnitPlace,
): Effect.fn.Return<UnitEnd<A, E>> {
  if (failed !== undefined || rerun !== undefined || Exit.isFailure(exit)) {
    yield* rolledBack(transaction)
    if (failed !== undefined) return { _tag: "RolledBack", failed }
    return rerun === undefined ? { _tag: "Ended", exit } : { _tag: "Again", how: rerun }
  }
  const notCommittedFor = yield* committed(transaction, [...unsent, ...adding(sums)])
  if (notCommittedFor !== undefined && !isUncertain(notCommittedFor)) {
    yield* rolledBack(transaction)
    return { _tag: "RolledBack", failed: notCommittedFor }
  }
  // If it is not known whether it was committed, listeners read again and see.
  tell(changes)
  return notCommittedFor === undefined
    ? { _tag: "Ended", exit }
    : { _tag: "Uncertain", failure: notCommittedFor.failure }
})

const committed = (
  transaction: LateTransaction,
  unsent: ReadonlyArray<Unsent>,
): Effect.Effect<FailedStatement | undefined> =>
  Effect.uninterruptible(
    Effect.callback((resume) => transaction.commit(unsent, (failed) => resume(Effect.succeed(failed)))),
  )

const rolledBack = (transaction: LateTransaction): Effect.Effect<void> =>
  Effect.uninterruptible(Effect.callback((resume) => transaction.rollBack(() => resume(Effect.void))))
