/**
 * Does what is due.
 */
import { Identifiers, type Instant, instant, type Job, JobQueue, type Settlement, UnitOfWork } from "@vintem/domain"
import { Cause, Clock, Effect, Exit, Option } from "effect"
import { askForLinksOfAdded } from "../batch/ask-for-links.ts"
import { ChargePolicy } from "../order/charge-policy.ts"
import { recordCommandInUnit } from "../order/record-command.ts"
import { recordNewsInUnit } from "../order/record-news.ts"
import { sendReceipt } from "../receipt/send-receipt.ts"
import { remindOfRule } from "../reminder/remind-of-rule.ts"
import { sendReminder } from "../reminder/send-reminder.ts"
import { resumePiece } from "../subscription/resume-renewals.ts"
import { turnSubscription } from "../subscription/turn-subscription.ts"
import { deliverWebhook } from "../webhook/deliver-webhook.ts"
import { giveUpDelivery } from "../webhook/give-up-delivery.ts"
import { replayPiece } from "../webhook/replay-webhooks.ts"
import { AroundJob } from "./around-job.ts"
import { handleOrderWork, type Learned } from "./handle-work.ts"
import { makeLinks, takeItems } from "./make-links.ts"
import { commitOwn, type OwnJob, settleJob } from "./own-job.ts"
import { queueOverdue } from "./queue-unanswered.ts"
import { type OrderWork, type WorkOf, workOf } from "./work.ts"

/** How many jobs are claimed at once, and done side by side. */
const jobsMax = 100
/** What a job may take beside the acquirer's own time before it goes back to others, milliseconds. */
const leaseMarginMillis = 20_000
/** How often a job may fail before it is given up. */
const claimsMax = 10
const backoffMillis = 1_000
const backoffMaxMillis = 3_600_000

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
  yield* queueOverdue
  const now = instant(yield* Clock.currentTimeMillis)
  const until = instant(now + acquirerTimeoutMillis + leaseMarginMillis)
  const jobs = yield* queue.claim({ lane: "work", lease, now, until, limit: jobsMax })
  yield* Effect.forEach(jobs, (job) => doJob(lease, job), { concurrency: "unbounded", discard: true })
  return jobs.length
}, Effect.uninterruptible)

/** Does one job that is ours under a lease. What fails is tried again later, and given up in the end. */
export const doJob = Effect.fnUntraced(function* (lease: string, job: Job) {
  const { around } = yield* AroundJob
  const done = yield* Effect.exit(around(job, attempted(lease, job)))
  if (Exit.isSuccess(done)) return
  const now = instant(yield* Clock.currentTimeMillis)
  yield* Effect.logWarning("a job failed", { job: job.id, kind: job.kind, claims: job.claims }, done.cause)
  const { commit } = yield* UnitOfWork
  yield* commit(failed(lease, job, Cause.squash(done.cause), now))
})

/** Part of a unit: a job that failed is tried again later, and given up in the end. */
export const failed = Effect.fnUntraced(function* (lease: string, job: Job, error: unknown, now: Instant) {
  const queue = yield* JobQueue
  const settlement = afterFailure(job, now, error)
  const lost = yield* queue.settle(lease, [settlement])
  if (lost.length > 0 || settlement._tag !== "Dead") return
  const work = yield* Effect.option(workOf(job.payload))
  if (Option.isSome(work) && work.value._tag === "DeliverWebhook") {
    yield* giveUpDelivery(work.value, settlement.reason, now)
  }
})

const attempted = Effect.fnUntraced(function* (lease: string, job: Job) {
  const own: OwnJob = { lease, job }
  const work = yield* workOf(job.payload)
  switch (work._tag) {
    case "MakeLinks":
      return yield* doMakeLinks(own, work)
    case "TurnSubscription":
      return yield* turnSubscription(own, work)
    case "ResumeRenewals":
      return yield* resumePiece(own, work)
    case "RemindOfRule":
      return yield* remindOfRule(own, work)
    case "SendReminder":
      return yield* sendReminder(own, work)
    case "SendReceipt":
      return yield* sendReceipt(own, work)
    case "DeliverWebhook":
      return yield* deliverWebhook(own, work)
    case "ReplayWebhooks":
      return yield* replayPiece(own, work)
    default:
      return yield* doOrderWork(own, work)
  }
})

const doMakeLinks = Effect.fnUntraced(function* (own: OwnJob, { company, batch }: WorkOf<"MakeLinks">) {
  const items = yield* takeItems(company, batch)
  const made = Effect.gen(function* () {
    const at = instant(yield* Clock.currentTimeMillis)
    const isMore = yield* makeLinks(company, batch, items, at)
    yield* settleJob(own, isMore ? { _tag: "Again", dueAt: at } : { _tag: "Done" })
    // Customers may be added beside this unit, and ask for no job while this one is there: looked at again now that it is not.
    if (!isMore) yield* askForLinksOfAdded(company, batch, at)
  })
  yield* commitOwn(made)
})

const doOrderWork = Effect.fnUntraced(function* (own: OwnJob, work: OrderWork) {
  const learned = yield* handleOrderWork(work)
  // Settled first: recording what was learned takes back work that it makes needless, this very job among it.
  yield* commitOwn(Effect.andThen(settleJob(own, learned.fate), recordLearned(work, learned)))
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

/** Tried again after a wait that doubles, and given up in the end for an operator to look at. */
const afterFailure = ({ id: job, claims }: Job, now: Instant, error: unknown): Settlement =>
  claims >= claimsMax
    ? { _tag: "Dead", job, reason: `Failed ${claims} times, last with: ${String(error)}`, at: now }
    : { _tag: "Retry", job, dueAt: instant(now + Math.min(backoffMillis * 2 ** (claims - 1), backoffMaxMillis)) }
