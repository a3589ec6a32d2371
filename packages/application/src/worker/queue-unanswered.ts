/**
 * Queues work for attempts without an outcome: the process that asked the acquirer died before it could record an
 * answer.
 *
 * While a charge is in flight, its own process looks after it, so that no job has to be added and removed for each. If
 * its time is over, it is found by its start.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import { JobQueue, OrderRepository, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { resolvingOfUnanswered } from "../reactions/jobs.ts"

/** Attempts in one commit, so that other writers wait only briefly. */
const piece = 100

/**
 * Adds the work that asks about each unanswered attempt that began before an instant.
 *
 * @returns how many orders
 */
export const queueUnanswered = Effect.fnUntraced(function* (
  before: Instant,
): Effect.fn.Return<number, StorageUnavailable, ChargePolicy | JobQueue | OrderRepository | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  let sum = 0
  while (true) {
    const count = yield* commit(queuePiece(before))
    sum += count
    if (count < piece) return sum
  }
})

/**
 * Attempts whose time for an answer is over: a living process would have recorded by then that the outcome is unknown.
 */
export const queueOverdue: Effect.Effect<
  number,
  StorageUnavailable,
  ChargePolicy | JobQueue | OrderRepository | UnitOfWork
> = Effect.gen(function* () {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const now = yield* Clock.currentTimeMillis
  return yield* queueUnanswered(instant(Math.max(0, now - acquirerTimeoutMillis)))
})

/** Part of a unit. An unreadable order does not stop the others: `vintem check` reports it. */
const queuePiece = Effect.fnUntraced(function* (before: Instant) {
  const { find, takeUnanswered } = yield* OrderRepository
  const queue = yield* JobQueue
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const taken = yield* takeUnanswered(before, piece)
  for (const { company, number } of taken) {
    const stored = yield* find(company, number).pipe(
      Effect.catchIf(isUnreadable, (cause) =>
        Effect.as(
          Effect.logError("an order whose charge has no answer cannot be read", { number, cause }),
          Option.none(),
        ),
      ),
    )
    if (Option.isNone(stored)) continue
    yield* queue.enqueue(resolvingOfUnanswered(stored.value.order, acquirerTimeoutMillis))
  }
  return taken.length
})

const isUnreadable = ({ fault }: StorageUnavailable): boolean => fault === "corrupt"
