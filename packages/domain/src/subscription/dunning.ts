/**
 * Dunning: when the card of a failed renewal is charged again, and when the subscription ends because it was not paid.
 */
import { type Instant, instant } from "../calendar/instant.ts"
import { millisecondsPerDay } from "../calendar/local-date.ts"
import type { RenewalFailure } from "./subscription.ts"

/** Days after the first failure on which the card is charged again. */
export const retryDays = [1, 3, 7] as const

/** Days after the first failure on which the subscription ends. */
export const dunningDays = 21

/**
 * The next retry after a charge, or null if the last one is over. It is at least a day later, and missed retries are
 * skipped: a refused card is not charged twice in a row.
 */
export const retryAfter = (firstFailure: Instant, charge: Instant): Instant | null => {
  const days = retryDays.find(
    (candidate) => firstFailure + candidate * millisecondsPerDay >= charge + millisecondsPerDay,
  )
  return days === undefined ? null : instant(firstFailure + days * millisecondsPerDay)
}

/** At least this many days are left until the end of dunning when a company takes money again. */
export const graceDays = 7

/**
 * The state of a failed renewal after its company takes money again at `at`. A retry that fell due during the pause is
 * made now, and the later ones move by as much: it waited, and did not fail. If no retry is planned, the payer gets
 * some days to pay.
 */
export const postponedFrom = ({ firstAt, nextRetryAt }: RenewalFailure, at: Instant): RenewalFailure => {
  if (nextRetryAt === null) {
    const latest = instant(at - (dunningDays - graceDays) * millisecondsPerDay)
    return { firstAt: latest > firstAt ? latest : firstAt, nextRetryAt }
  }
  return nextRetryAt < at ? { firstAt: instant(firstAt + at - nextRetryAt), nextRetryAt: at } : { firstAt, nextRetryAt }
}

/** When a subscription ends that is overdue since `firstFailure`. */
export const dunningEnd = (firstFailure: Instant): Instant => instant(firstFailure + dunningDays * millisecondsPerDay)
