/**
 * Has work that was given up done again: at once, and as often as if it had never been tried.
 */
import { instant, type JobId, JobQueue } from "@vintem/domain"
import { Clock, Effect } from "effect"

/** @returns false where no such job was given up, or its work waits to be done already */
export const retryDeadJob = Effect.fn("retryDeadJob")(function* (job: JobId) {
  const { revive } = yield* JobQueue
  return yield* revive(job, instant(yield* Clock.currentTimeMillis))
})
