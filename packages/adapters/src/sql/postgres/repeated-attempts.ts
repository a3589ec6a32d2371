/**
 * Attempts to commit something in a transaction of its own, until it is committed, or failed for good. It is attempted again only if nothing of
 * it was written.
 */
import { randomInt } from "node:crypto"
import { Effect } from "effect"
import type { CommitEnd } from "./commit-end.ts"
import type { ConnectionPool } from "./connection-pool.ts"
import {
  isCollision,
  isConnectionLost,
  isConstraint,
  isNotWritable,
  isOutdatedPlan,
  isUnheard,
  type PostgresFailure,
} from "./sql-state.ts"

/** How often it is begun at most. */
const attemptsMax = 6
/** How often it may break a constraint: it has read what another has changed since, and reads anew; or it is a defect. */
const violationsMax = 2
/** The longest random wait before the next attempt after a collision, times the number of the attempt; milliseconds. */
const collisionWaitMillis = 10

/** What an attempt has learned from those before it. */
export interface Manner {
  /** What collided is attempted one after another: at once it might collide again and again. */
  readonly hasCollided: boolean
}

export const repeatedAttempts = Effect.fnUntraced(function* <A, E>(
  pool: ConnectionPool,
  attempted: (manner: Manner) => Effect.Effect<CommitEnd<A, E>>,
): Effect.fn.Return<CommitEnd<A, E>> {
  let hasCollided = false
  let violations = 0
  const begunAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    const end = yield* attempted({ hasCollided })
    if (end._tag !== "RolledBack") return end
    const { failure } = end.failed
    if (isConstraint(failure)) violations += 1
    if (isCollision(failure)) hasCollided = true
    if (isUnheard(failure) && pool.isOverdue(begunAt)) return end
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
