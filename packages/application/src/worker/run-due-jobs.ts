/** Claims due jobs, and gives each to the code that runs its kind. */
import { instant } from "@vintem/domain/calendar"
import {
  type Acquirer,
  type AddressLookup,
  Identifiers,
  JobQueue,
  type Mailer,
  type Secrets,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { runLinksJob } from "../batches/run-links-job.ts"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { resumeErasure } from "../customers/erase-customer.ts"
import { runOrderJob } from "../orders/jobs/run-order-job.ts"
import { leaseMarginMillis, type OwnJob } from "../queue/own-job.ts"
import { runJob } from "../queue/run-job.ts"
import { workOf } from "../queue/work.ts"
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

/** Jobs that are claimed and run concurrently. */
const jobsMax = 100

/**
 * Runs one batch of due jobs. Must not be interrupted: a job that has begun is finished.
 *
 * @returns how many there were
 */
export const runDueJobs = Effect.fn("runDueJobs")(function* (): Effect.fn.Return<
  number,
  StorageUnavailable,
  Acquirer | AddressLookup | Mailer | SaveNeeds | Secrets
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
      return yield* runLinksJob(own, work)
    case "RunSubscriptionTimer":
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
    case "EraseCustomer":
      return yield* resumeErasure(own, work)
    default:
      return yield* runOrderJob(own, work)
  }
})
