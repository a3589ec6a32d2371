/** Runs due jobs while the service runs. */
import { instant } from "@vintem/domain/calendar"
import { JobQueue } from "@vintem/domain/ports"
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { runDueJobs } from "./run-due-jobs.ts"

/** How often to look for jobs of other processes, in milliseconds. */
const pollMillis = 500

/** In one process, only one fiber at a time runs due jobs. */
export class WorkerLock extends Context.Service<WorkerLock, { readonly permit: Semaphore.Semaphore }>()(
  "@vintem/application/WorkerLock",
) {
  static readonly layer = Layer.effect(
    WorkerLock,
    Effect.map(Semaphore.make(1), (permit) => ({ permit })),
  )
}

/** Stops with the scope: it begins no new job, and first finishes running jobs. */
export const worker = Layer.effectDiscard(Effect.forkScoped(Effect.suspend(() => workForever)))

const workForever = Effect.gen(function* () {
  const { permit } = yield* WorkerLock
  while (true) {
    const count = yield* permit.withPermit(
      runDueJobs().pipe(
        Effect.catchCause((cause) => Effect.as(Effect.logError("due work could not be looked up", cause), 0)),
      ),
    )
    if (count === 0) yield* Effect.sleep(yield* untilNext)
  }
})

/** Milliseconds until something is due, at most those of a poll. */
const untilNext = Effect.gen(function* () {
  const queue = yield* JobQueue
  const now = instant(yield* Clock.currentTimeMillis)
  const due = yield* Effect.orElseSucceed(queue.nextDue, () => null)
  return due === null ? pollMillis : Math.min(Math.max(due - now, 1), pollMillis)
})
