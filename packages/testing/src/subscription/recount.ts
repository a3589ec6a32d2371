/**
 * A second implementation of a subscription's progress, separate from the first on purpose: it reads the log and asks
 * simple questions about it.
 */
import type { PublicKey } from "@vintem/domain/identifiers"
import type { SubscriptionEvent, SubscriptionStatus } from "@vintem/domain/subscription"

/** The counts of a log. */
export interface CountedSubscription {
  readonly status: SubscriptionStatus
  /** The paid periods, including the first. */
  readonly paid: ReadonlyArray<number>
  /** The key for paying an overdue renewal. Null for any other subscription. */
  readonly linkToPay: PublicKey | null
  /** The number of charges of each renewal, including its opening, by period. */
  readonly charges: ReadonlyMap<number, number>
}

/** Counts a log, in another way than the machine does. */
export const recountedSubscription = (log: ReadonlyArray<SubscriptionEvent>): CountedSubscription => {
  const opened = log.filter((event) => event._tag === "RenewalOpened")
  const paid = log.filter((event) => event._tag === "RenewalPaid").map(({ period }) => period)
  const last = opened.at(-1)
  const hasFailed = log.some((event) => event._tag === "RenewalFailed" && event.order === last?.order)
  const isOwed = last !== undefined && hasFailed && !paid.includes(last.period)
  const isCanceled = log.some(({ _tag }) => _tag === "SubscriptionCanceled")
  const again = Map.groupBy(
    log.filter((event) => event._tag === "RenewalRetried"),
    ({ order }) => order,
  )
  return {
    status: isCanceled ? "canceled" : isOwed ? "overdue" : "active",
    paid: [1, ...paid],
    linkToPay: isOwed && !isCanceled ? last.publicKey : null,
    charges: new Map(opened.map(({ period, order }) => [period, 1 + (again.get(order)?.length ?? 0)])),
  }
}

/** Days before the next charge on which a Pix or slip is issued. */
export const recountedNoticeDays = 3

/** Days after its first failed charge on which an unpaid subscription ends. */
export const recountedDunningDays = 21
