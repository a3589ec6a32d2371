/** A running job, and its outcome, which is committed together with its effects. */
import { type Instant, instant } from "@vintem/domain/calendar"
import {
  type Job,
  JobLost,
  JobQueue,
  type Settlement,
  type StorageUnavailable,
  UnitOfWork,
  type Write,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { againOnConflict } from "../units/again-on-conflict.ts"

/** A job with our lease on it. */
export interface OwnJob {
  readonly job: Job
  readonly lease: string
}

/** The time that a job may take, besides requests to others, before another worker may claim it. In milliseconds. */
export const leaseMarginMillis = 20_000

/** The outcome of a job. */
export type JobOutcome =
  | { readonly _tag: "Done" }
  | { readonly _tag: "Again"; readonly dueAt: Instant }
  | { readonly _tag: "Dead"; readonly reason: string }

/** Part of the unit that records what was done. Fails with `JobLost`, which undoes the unit, if another worker has the job now. */
export const settleJob = Effect.fnUntraced(function* (
  { job, lease }: OwnJob,
  jobOutcome: JobOutcome,
): Effect.fn.Return<void, JobLost | StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  const at = instant(yield* Clock.currentTimeMillis)
  const lost = yield* queue.settle(job.company, lease, [settlementOf(job, jobOutcome, at)])
  if (lost.length > 0) return yield* new JobLost({ job: job.id })
})

/** Settles the job in the commit of what was done. Refused as `JobLost` if another worker has the job now. */
export const settlingWrite = ({ job, lease }: OwnJob, jobOutcome: JobOutcome, at: Instant): Write<"SettleJob"> => ({
  _tag: "SettleJob",
  company: job.company,
  lease,
  settlement: settlementOf(job, jobOutcome, at),
})

/**
 * Runs work that ends in a commit with the job's settlement, and runs it again after each conflict.
 *
 * @returns null if the job is lost; then nothing was written
 */
export const whileOwn = <A, E extends { readonly _tag: string }, R>(
  work: Effect.Effect<A, E | JobLost, R>,
): Effect.Effect<A | null, Exclude<E, { readonly _tag: "JobLost" }>, R> => {
  // It has a name because the type of the result would mislead the inference of `catchTag`.
  const done = Effect.catchTag(againOnConflict(work), "JobLost", () => Effect.succeed(null))
  return done
}

/** Commits a unit, if we still hold the job. */
export const commitOwn = <A, E extends { readonly _tag: string }, R>(
  unit: Effect.Effect<A, E | JobLost, R>,
): Effect.Effect<A | null, StorageUnavailable | Exclude<E, { readonly _tag: "JobLost" }>, R | UnitOfWork> =>
  whileOwn(Effect.flatMap(UnitOfWork, ({ commit }) => commit(unit)))

/** The settlement of a job's outcome, for the queue. */
export const settlementOf = ({ id: job }: Job, jobOutcome: JobOutcome, at: Instant): Settlement => {
  switch (jobOutcome._tag) {
    case "Done":
      return { _tag: "Done", job }
    case "Again":
      return { _tag: "Again", job, dueAt: jobOutcome.dueAt }
    case "Dead":
      return { _tag: "Dead", job, reason: jobOutcome.reason, at }
  }
}
