/**
 * Does what is due.
 */
import { instant } from "@vintem/domain/calendar"
import {
  type Acquirer,
  type AddressLookup,
  type BatchRepository,
  type IdempotencyStore,
  Identifiers,
  JobQueue,
  type Mailer,
  type PaymentLinkRuleRepository,
  type ReminderLog,
  type StorageUnavailable,
  type UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { askForLinksOfAdded } from "../batches/ask-for-links.ts"
import { makeLinks, takeItems } from "../batches/make-links.ts"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { handleOrderWork, type Learned } from "../orders/handle-work.ts"
import { recordCommandInUnit } from "../orders/record-command.ts"
import { recordReportsInUnit } from "../orders/record-reports.ts"
import { commitOwn, leaseMarginMillis, type OwnJob, settleJob } from "../queue/own-job.ts"
import { runJob } from "../queue/run-job.ts"
import { type OrderWork, type WorkOf, workOf } from "../queue/work.ts"
import { queueObligations } from "../reactions/jobs.ts"
import type { SaveNeeds } from "../reactions/save-changes.ts"
import { sendReceipt } from "../receipts/send-receipt.ts"
import { remindOfRule } from "../reminders/remind-of-rule.ts"
import { sendReminder } from "../reminders/send-reminder.ts"
import { resumePiece } from "../subscriptions/resume-renewals.ts"
import { runSubscriptionTimer } from "../subscriptions/run-subscription-timer.ts"
import { deliverWebhook } from "../webhooks/deliver-webhook.ts"
import { giveUpDeliveryJob } from "../webhooks/delivery-jobs.ts"
import { replayPiece } from "../webhooks/replay-webhooks.ts"
import { queueOverdue } from "./queue-unanswered.ts"

/** How many jobs are claimed at once, and done side by side. */
const jobsMax = 100

/**
 * Runs one batch of due jobs. Not to be interrupted: a job that has begun is finished.
 *
 * @returns how many there were
 */
export const runDueJobs = Effect.fn("runDueJobs")(function* (): Effect.fn.Return<
  number,
  StorageUnavailable,
  | Acquirer
  | AddressLookup
  | BatchRepository
  | IdempotencyStore
  | Mailer
  | PaymentLinkRuleRepository
  | ReminderLog
  | SaveNeeds
  | UnitOfWork
> {
  const queue = yield* JobQueue
  const { lease: newLease } = yield* Identifiers
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const lease = yield* newLease
  yield* queueOverdue
  const now = instant(yield* Clock.currentTimeMillis)
  const until = instant(now + acquirerTimeoutMillis + leaseMarginMillis)
  const jobs = yield* queue.claim({ queue: "work", lease, now, until, limit: jobsMax })
  yield* Effect.forEach(jobs, (job) => runJob({ job, lease }, { handle, giveUp: giveUpDeliveryJob }), {
    concurrency: "unbounded",
    discard: true,
  })
  return jobs.length
}, Effect.uninterruptible)

const handle = Effect.fnUntraced(function* (own: OwnJob) {
  const work = yield* workOf(own.job.payload)
  switch (work._tag) {
    case "MakeLinks":
      return yield* doMakeLinks(own, work)
    case "TurnSubscription":
      return yield* runSubscriptionTimer(own, work)
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
    // A concurrent request may add customers, and adds no job while this one is there. So this looks again now that the job is gone.
    if (!isMore) yield* askForLinksOfAdded(company, batch, at)
  })
  yield* commitOwn(made)
})

const doOrderWork = Effect.fnUntraced(function* (own: OwnJob, work: OrderWork) {
  const learned = yield* handleOrderWork(work)
  const unit = Effect.gen(function* () {
    // Settled first: recording the outcome withdraws jobs that are no longer needed, this job among them.
    yield* settleJob(own, learned.jobOutcome)
    yield* recordLearned(work, learned)
    // What the order owed again since it was read added no job while this one was there. So this looks again now that the job is gone. What its
    // link owes again is looked for with each record.
    if (learned.jobOutcome._tag === "Done" && isObligation(work)) {
      yield* queueObligations(work.company, work.order, instant(yield* Clock.currentTimeMillis))
    }
  })
  yield* commitOwn(unit)
})

const isObligation = ({ _tag }: OrderWork): boolean => _tag === "RefundDuplicate" || _tag === "VoidAttempt"

/** Part of a unit. An order that refuses what it did not refuse before has changed: the work is done again. */
const recordLearned = Effect.fnUntraced(function* ({ company, order }: OrderWork, { reports, command }: Learned) {
  if (command === undefined) {
    yield* recordReportsInUnit(company, order, reports)
    return
  }
  const { refusal } = yield* recordCommandInUnit(company, order, command, reports)
  if (refusal !== null) return yield* refusal
})
