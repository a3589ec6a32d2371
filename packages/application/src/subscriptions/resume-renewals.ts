/**
 * The end of a company's moderation: its waiting renewals continue.
 *
 * Waiting subscriptions would be tried again by themselves, but only hours later. So the end of the moderation adds a
 * job that goes through all subscriptions of the company, a piece at a time: due charges are made at once, and overdue
 * subscriptions get back the time in which they could not be paid.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  JobQueue,
  PageNumber,
  type StorageUnavailable,
  type Stores,
  type SubscriptionConflict,
  SubscriptionRepository,
} from "@vintem/domain/ports"
import { nextTimer, type Subscription, subscriptionMachine } from "@vintem/domain/subscription"
import { Clock, Effect } from "effect"
import { isUnderModeration } from "../charging/is-under-moderation.ts"
import { commitOwn, type OwnJob, settleJob } from "../queue/own-job.ts"
import { jobOf, nameOfWork, type Work, type WorkOf } from "../queue/work.ts"
import { nameOfTimerJob, saveSubscription } from "../reactions/save-subscription.ts"

/** Subscriptions in one commit. */
const piece = 100

const firstPiece = (company: CompanyId): Work => ({ _tag: "ResumeRenewals", company, page: 1 })

/** Part of the unit that ends the moderation. If a job of an earlier end is still running, it starts again. */
export const resumeRenewals = Effect.fnUntraced(function* (
  company: CompanyId,
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  const work = firstPiece(company)
  yield* queue.withdraw(company, [nameOfWork(work)])
  yield* queue.enqueue([jobOf(work, at)])
})

/** Part of a unit: true if overdue subscriptions of a company may still have to get time back. */
export const areRenewalsResuming = Effect.fnUntraced(function* (
  company: CompanyId,
): Effect.fn.Return<boolean, StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  return (yield* queue.known(company, [nameOfWork(firstPiece(company))])).length > 0
})

/**
 * One piece, and a job for the next. New subscriptions come first in the list and move the others back, so none is left
 * out.
 */
export const resumePiece = Effect.fn("resumePiece")(function* (
  own: OwnJob,
  work: WorkOf<"ResumeRenewals">,
): Effect.fn.Return<void, StorageUnavailable | SubscriptionConflict, Stores> {
  const unit = Effect.gen(function* () {
    const subscriptions = yield* SubscriptionRepository
    const queue = yield* JobQueue
    const { company, page } = work
    const at = instant(yield* Clock.currentTimeMillis)
    yield* settleJob(own, { _tag: "Done" })
    // The next end of a moderation starts again.
    if (yield* isUnderModeration(company)) return
    const { entries } = yield* subscriptions.list(company, {}, { page: PageNumber.make(page), size: piece })
    for (const subscription of entries) yield* resumed(subscription, at)
    if (entries.length === piece) yield* queue.enqueue([jobOf({ ...work, page: page + 1 }, at)])
  })
  yield* commitOwn(unit)
})

const resumed = Effect.fnUntraced(function* (subscription: Subscription, at: Instant) {
  const queue = yield* JobQueue
  const after = yield* saveSubscription(
    subscription,
    subscriptionMachine.record(subscription, { _tag: "PaymentsResumed", at }),
  )
  const timer = nextTimer(after)
  if (timer !== null && timer.at <= at) yield* queue.reschedule(after.details.company, nameOfTimerJob(after), at)
})
