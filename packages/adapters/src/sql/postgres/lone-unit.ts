/**
 * A unit of work in a transaction of its own.
 */
import { type Context, Effect, Exit } from "effect"
import type { PoolClient } from "pg"
import type { CommitEnd } from "./commit-end.ts"
import type { CommitPlace } from "./commit-place.ts"
import { type LateTransaction, lateTransaction } from "./late-transaction.ts"
import { type Manner, repeatedAttempts } from "./repeated-attempts.ts"
import { newUnit, noResult, type RunningUnit, runBetweenAnswers } from "./running-unit.ts"
import { type FailedStatement, isUncertain, oneAtATime, type Unsent } from "./transaction.ts"

/** Runs a unit until it has ended or cannot succeed. */
export const commitAlone = <A, E, R>(
  place: CommitPlace,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
): Effect.Effect<CommitEnd<A, E>> => repeatedAttempts(place.pool, (manner) => attempted(place, context, unit, manner))

const attempted = <A, E, R>(
  place: CommitPlace,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  manner: Manner,
): Effect.Effect<CommitEnd<A, E>> =>
  place.pool
    .withConnection((client) =>
      Effect.uninterruptibleMask((restore) =>
        attemptedOn(place, client, manner, (running) => restore(runBetweenAnswers(context, running, unit))),
      ),
    )
    .pipe(
      Effect.catch((failure) =>
        Effect.succeed<CommitEnd<A, E>>({ _tag: "RolledBack", failed: { operation: "begin", failure } }),
      ),
    )

/** @param run - may be interrupted, as the rest may not */
const attemptedOn = Effect.fnUntraced(function* <A, E>(
  place: CommitPlace,
  client: PoolClient,
  { hasCollided }: Manner,
  run: (running: RunningUnit) => Effect.Effect<Exit.Exit<A, E>>,
): Effect.fn.Return<CommitEnd<A, E>> {
  const transaction = lateTransaction(client, hasCollided ? [oneAtATime] : [])
  const running = newUnit({
    pool: place.pool,
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
  { changes, failed, sums, unsent }: RunningUnit,
  exit: Exit.Exit<A, E>,
  { adding, tell }: CommitPlace,
): Effect.fn.Return<CommitEnd<A, E>> {
  if (failed !== undefined || Exit.isFailure(exit)) {
    yield* rolledBack(transaction)
    return failed === undefined ? { _tag: "Ended", exit } : { _tag: "RolledBack", failed }
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
