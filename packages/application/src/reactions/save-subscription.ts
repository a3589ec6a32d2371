/**
 * Stores the changes of a subscription, and queues the job for its next timer.
 */
import {
  JobQueue,
  type StorageUnavailable,
  type SubscriptionConflict,
  SubscriptionRepository,
} from "@vintem/domain/ports"
import { evolveSubscription, nextTimer, type Subscription, type SubscriptionChange } from "@vintem/domain/subscription"
import { Effect } from "effect"
import { jobOf, nameOfWork, type Work } from "../queue/work.ts"

/**
 * Part of a unit: nothing is written if nothing happened.
 *
 * @param hasJob - whether the job of its earlier timer may be waiting: false if that job itself is being settled
 * @returns the subscription afterwards
 */
export const saveSubscription = Effect.fnUntraced(function* (
  subscription: Subscription,
  events: ReadonlyArray<SubscriptionChange>,
  hasJob = nextTimer(subscription) !== null,
): Effect.fn.Return<Subscription, StorageUnavailable | SubscriptionConflict, JobQueue | SubscriptionRepository> {
  if (events.length === 0) return subscription
  const subscriptions = yield* SubscriptionRepository
  const queue = yield* JobQueue
  const after = events.reduce(evolveSubscription, subscription)
  yield* subscriptions.save(after, events)
  if (hasJob) yield* queue.withdraw(after.details.company, [nameOfTimerJob(after)])
  yield* askNext(after)
  return after
})

/** Part of a unit: replaces the subscription's one job by the one that its state needs. */
export const askNext = Effect.fnUntraced(function* (
  subscription: Subscription,
): Effect.fn.Return<void, StorageUnavailable, JobQueue> {
  const timer = nextTimer(subscription)
  if (timer === null) return
  const queue = yield* JobQueue
  yield* queue.enqueue([jobOf(timerJobOf(subscription), timer.at)])
})

const timerJobOf = ({ details: { company, token } }: Subscription): Work => ({
  _tag: "RunSubscriptionTimer",
  company,
  subscription: token,
})

/**
 * The names of the jobs that a subscription needs in its state: without them it would never be charged again, nor end. One whose renewal is to
 * lapse gets there without its job, too, once the Pix or slip has expired: renewals from before 2026-11-25 have none.
 */
export const workNeededBySubscription = (subscription: Subscription): ReadonlyArray<string> => {
  const timer = nextTimer(subscription)
  return timer === null || timer.what === "lapse" ? [] : [nameOfTimerJob(subscription)]
}

/** The name of a subscription's timer job. */
export const nameOfTimerJob = (subscription: Subscription): string => nameOfWork(timerJobOf(subscription))
