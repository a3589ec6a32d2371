/**
 * Does what is due.
 */
import { Identifiers, type Instant, instant, type Job, JobQueue, type Settlement, UnitOfWork } from "@vintem/domain"
import { Cause, Clock, Effect, Exit, Schema } from "effect"
import { againOnConflict } from "../order/again-on-conflict.ts"
import { ChargePolicy } from "../order/charge-policy.ts"
import { recordCommandInUnit } from "../order/record-command.ts"
import { recordNewsInUnit } from "../order/record-news.ts"
import { type Fate, handleOrderWork, type Learned } from "./handle-work.ts"
import { makeLinks, takeItems } from "./make-links.ts"
import { type OrderWork, workOf } from "./work.ts"

/** How many jobs are claimed at once, and done side by side. */
const jobsMax = 50
/** What a job may take beside the acquirer's own time before it goes back to others, milliseconds. */
const leaseMarginMillis = 20_000
/** How often a job may fail before it is given up. */
const claimsMax = 10
const backoffMillis = 1_000
const backoffMaxMillis = 3_600_000

/** Somebody else does this job by now: what was learned is theirs to record. */
class JobLost extends Schema.TaggedError<JobLost>()("JobLost", {}) {}

/**
 * Does jobs that are due, one batch of them. Not to be interrupted: what was begun is finished.
 *
 * @returns how many there were
 */
export const doDueWork = Effect.fn("doDueWork")(function* () {
  const queue = yield* JobQueue
  const { lease: newLease } = yield* Identifiers
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const lease = yield* newLease
  const now = instant(yield* Clock.currentTimeMillis)
  const until = instant(now + acquirerTimeoutMillis + leaseMarginMillis)
  const jobs = yield* queue.claim({ lease, now, until, limit: jobsMax })
  yield* Effect.forEach(jobs, (job) => doJob(lease, job), { concurrency: "unbounded", discard: true })
  return jobs.length
}, Effect.uninterruptible)

const doJob = Effect.fnUntraced(function* (lease: string, job: Job) {
  const done = yield* Effect.exit(attempted(lease, job))
  if (Exit.isSuccess(done)) return
  const now = instant(yield* Clock.currentTimeMillis)
  yield* Effect.logWarning("a job failed", { job: job.id, kind: job.kind, claims: job.claims }, done.cause)
  const queue = yield* JobQueue
  yield* queue.settle(lease, [afterFailure(job, now, Cause.squash(done.cause))])
})

const attempted = Effect.fnUntraced(function* (lease: string, job: Job) {
  const { commit } = yield* UnitOfWork
  const queue = yield* JobQueue
  const work = yield* workOf(job.payload)
  const once = <E extends { readonly _tag: string }, R>(unit: Effect.Effect<void, E | JobLost, R>) =>
    Effect.catchTag(againOnConflict(commit(unit)), "JobLost", () => Effect.void)
  /** Part of the unit that records what was done: where the job is somebody else's by now, it is undone. */
  const settle = Effect.fnUntraced(function* (fate: Fate) {
    const at = instant(yield* Clock.currentTimeMillis)
    const lost = yield* queue.settle(lease, [settlementOf(job, fate, at)])
    if (lost.length > 0) return yield* new JobLost()
  })
  if (work._tag === "MakeLinks") {
    const items = yield* takeItems(work.company, work.batch)
    const made = Effect.gen(function* () {
      const at = instant(yield* Clock.currentTimeMillis)
      const isMore = yield* makeLinks(work.company, work.batch, items, at)
      yield* settle(isMore ? { _tag: "Again", dueAt: at } : { _tag: "Done" })
    })
    return yield* once(made)
  }
  const learned = yield* handleOrderWork(work)
  // Settled first: recording what was learned takes back work that it makes needless, this very job among it.
  yield* once(Effect.andThen(settle(learned.fate), recordLearned(work, learned)))
})

/** Part of a unit. An order that refuses what it did not refuse before has changed: the work is done again. */
const recordLearned = Effect.fnUntraced(function* ({ company, order }: OrderWork, { news, command }: Learned) {
  if (command === undefined) {
    yield* recordNewsInUnit(company, order, news)
    return
  }
  const { refusal } = yield* recordCommandInUnit(company, order, command, news)
  if (refusal !== null) return yield* refusal
})

const settlementOf = ({ id: job }: Job, fate: Fate, at: Instant): Settlement => {
  switch (fate._tag) {
    case "Done":
      return { _tag: "Done", job }
    case "Again":
      return { _tag: "Again", job, dueAt: fate.dueAt }
    case "Dead":
      return { _tag: "Dead", job, reason: fate.reason, at }
  }
}

/** Tried again after a wait that doubles, and given up in the end for an operator to look at. */
const afterFailure = ({ id: job, claims }: Job, now: Instant, error: unknown): Settlement =>
  claims >= claimsMax
    ? { _tag: "Dead", job, reason: `Failed ${claims} times, last with: ${String(error)}`, at: now }
    : { _tag: "Again", job, dueAt: instant(now + Math.min(backoffMillis * 2 ** (claims - 1), backoffMaxMillis)) }
