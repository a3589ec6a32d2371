/** Runs one claimed job with a handler: if it fails, it is tried again later, and given up in the end. */
import { type Instant, instant } from "@vintem/domain/calendar"
import { type Job, JobQueue, type Settlement, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Cause, Clock, Effect, Exit } from "effect"
import { CurrentActor } from "../trail/current-actor.ts"
import { AroundJob } from "./around-job.ts"
import type { OwnJob } from "./own-job.ts"

/** How often a job may fail before it is given up. */
const claimsMax = 10
const backoffMillis = 1_000
const backoffMaxMillis = 3_600_000

/** How to run jobs. */
export interface JobHandler<E, R, E2, R2> {
  /** Does a job's work, and settles it. */
  readonly handle: (own: OwnJob) => Effect.Effect<unknown, E, R>
  readonly giveUp: GiveUp<E2, R2>
}

/** Part of the unit that gives a job up: the consequences of not doing it. */
export type GiveUp<E, R> = (job: Job, reason: string, at: Instant) => Effect.Effect<void, E, R>

export const runJob = Effect.fnUntraced(function* <E, R, E2, R2>(
  own: OwnJob,
  handler: JobHandler<E, R, E2, R2>,
): Effect.fn.Return<void, E2 | StorageUnavailable, R | R2 | JobQueue | UnitOfWork> {
  const { job } = own
  const { around } = yield* AroundJob
  const done = yield* Effect.exit(
    around(job, Effect.provideService(handler.handle(own), CurrentActor, { _tag: "System", job: job.kind })),
  )
  if (Exit.isSuccess(done)) return
  const now = instant(yield* Clock.currentTimeMillis)
  yield* Effect.logWarning("a job failed", { job: job.id, kind: job.kind, claims: job.claims }, done.cause)
  const { commit } = yield* UnitOfWork
  yield* commit(recordFailure(own, Cause.squash(done.cause), now, handler.giveUp))
})

/** Part of a unit: a failed job is tried again later, and given up in the end. */
export const recordFailure = Effect.fnUntraced(function* <E, R>(
  { job, lease }: OwnJob,
  error: unknown,
  now: Instant,
  giveUp: GiveUp<E, R>,
): Effect.fn.Return<void, E | StorageUnavailable, R | JobQueue> {
  const queue = yield* JobQueue
  const settlement = afterFailure(job, now, error)
  const lost = yield* queue.settle(job.company, lease, [settlement])
  if (lost.length === 0 && settlement._tag === "Dead") yield* giveUp(job, settlement.reason, now)
})

/** The wait doubles from failure to failure. After the last one an operator has to look at the job. */
const afterFailure = ({ id: job, claims }: Job, now: Instant, error: unknown): Settlement =>
  claims >= claimsMax
    ? { _tag: "Dead", job, reason: `Failed ${claims} times, last with: ${String(error)}`, at: now }
    : { _tag: "Retry", job, dueAt: instant(now + Math.min(backoffMillis * 2 ** (claims - 1), backoffMaxMillis)) }
