/**
 * The writes of a subscription's change, and its next timer job.
 */
import { evolveSubscription, nextTimer, type Subscription, type SubscriptionChange } from "@vintem/domain/subscription"
import { Effect } from "effect"
import { jobOf, nameOfWork, type Work } from "../queue/work.ts"
import { commitWrites } from "../units/commit-writes.ts"
import type { Consequence } from "./consequence.ts"

/** A subscription after its events, and their writes. */
export interface SubscriptionWrites {
  readonly after: Subscription
  readonly writes: ReadonlyArray<Consequence<"EnqueueJobs" | "SaveSubscription" | "WithdrawJobs">>
}

/**
 * Nothing is written if nothing happened.
 *
 * @param hasJob - whether the job of its previous state may be waiting; false if that job itself is being settled
 */
export const subscriptionWrites = (
  subscription: Subscription,
  events: ReadonlyArray<SubscriptionChange>,
  hasJob = nextTimer(subscription) !== null,
): SubscriptionWrites => {
  if (events.length === 0) return { after: subscription, writes: [] }
  const after = events.reduce(evolveSubscription, subscription)
  const { company } = after.details
  return {
    after,
    writes: [
      { _tag: "SaveSubscription", before: subscription, subscription: after, events },
      ...(hasJob ? [{ _tag: "WithdrawJobs", company, names: [nameOfTimerJob(after)] } as const] : []),
      ...timerWrites(after),
    ],
  }
}

/** Part of a unit: writes a subscription's change. @returns the subscription afterwards */
export const saveSubscription = (
  subscription: Subscription,
  events: ReadonlyArray<SubscriptionChange>,
  hasJob?: boolean,
) => {
  const { after, writes } = subscriptionWrites(subscription, events, hasJob)
  return Effect.as(commitWrites(writes), after)
}

/** The one job of a subscription: what its state asks for next. */
export const timerWrites = (subscription: Subscription): ReadonlyArray<Consequence<"EnqueueJobs">> => {
  const timer = nextTimer(subscription)
  return timer === null ? [] : [{ _tag: "EnqueueJobs", jobs: [jobOf(timerJobOf(subscription), timer.at)] }]
}

const timerJobOf = ({ details: { company, token } }: Subscription): Work => ({
  _tag: "RunSubscriptionTimer",
  company,
  subscription: token,
})

/**
 * The names of the jobs that a subscription needs in its state: without them it would never be charged again, nor end.
 * If its renewal is due to lapse, that happens without the job, too, when the Pix or slip expires.
 */
export const workNeededBySubscription = (subscription: Subscription): ReadonlyArray<string> => {
  const timer = nextTimer(subscription)
  return timer === null || timer.what === "lapse" ? [] : [nameOfTimerJob(subscription)]
}

/** The name of a subscription's timer job. */
export const nameOfTimerJob = (subscription: Subscription): string => nameOfWork(timerJobOf(subscription))
