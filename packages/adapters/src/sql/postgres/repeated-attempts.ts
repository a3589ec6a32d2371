/**
 * Attempts to commit something in a transaction of its own, until it is committed or cannot succeed. It tries again
 * only if nothing was written.
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

/** The most attempts. */
const attemptsMax = 6
/**
 * How often it may violate a constraint: either another unit has changed what it read, and the next attempt reads
 * again; or it is a defect.
 */
const violationsMax = 2
/** The longest random wait before the next attempt after a collision, times the number of the attempt; milliseconds. */
const collisionWaitMillis = 10

/** What the attempts before it have shown. */
export interface Manner {
  /** After collisions, attempts run one after another: at once they might collide again and again. */
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
