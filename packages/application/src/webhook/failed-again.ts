/**
 * Webhooks that could not even be tried, or recorded.
 */
import { instant, UnitOfWork } from "@vintem/domain"
import { Cause, Clock, Effect } from "effect"
import { failed } from "../work/do-due-work.ts"
import type { OwnJob } from "../work/own-job.ts"

/** As any job that fails: later again, and in the end no more. */
export const failedAgain = Effect.fnUntraced(function* ({ job, lease }: OwnJob, cause: Cause.Cause<unknown>) {
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  yield* Effect.logWarning("a webhook could not be delivered", { job: job.id, claims: job.claims }, cause)
  yield* commit(failed(lease, job, Cause.squash(cause), now)).pipe(
    Effect.catchCause((again) => Effect.logError("it stays claimed until its lease runs out", again)),
  )
})
