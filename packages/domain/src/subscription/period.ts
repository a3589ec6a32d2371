/** The periods of a subscription. Each begins when the one before it ends, and all are counted from one anchor. */
import { addDays, addMonths, dayOfMonth, type LocalDate } from "../calendar/local-date.ts"
import type { Recurrence } from "../catalogue/recurrence.ts"
import type { Subscription } from "./subscription.ts"

/** When periods begin, and their length. */
export interface Plan {
  /** The first day of the first period. */
  readonly anchor: LocalDate
  readonly recurrence: Recurrence
}

const daysPerWeek = 7
const monthsPerYear = 12

/**
 * The first day of a period, which is the day after the last of the one before it: 31 January, 28 February, 31 March.
 * It is counted from the anchor, not from the previous period, or a subscription would move from the 31st to the 28th
 * for ever. 29 February becomes the 28th in other years.
 *
 * @param period - from 1. Throws if the day would lie after the year 9999.
 */
export const startOfPeriod = ({ anchor, recurrence: { every, count } }: Plan, period: number): LocalDate => {
  const steps = (period - 1) * count
  switch (every) {
    case "day":
      return addDays(anchor, steps)
    case "week":
      return addDays(anchor, steps * daysPerWeek)
    case "month":
      return addMonths(anchor, steps, dayOfMonth(anchor))
    case "year":
      return addMonths(anchor, steps * monthsPerYear, dayOfMonth(anchor))
  }
}

/** True if the agreed number of charges was made. */
export const isPaidUp = ({ details: { recurrence }, paidPeriods }: Subscription): boolean =>
  recurrence.cycles !== null && paidPeriods >= recurrence.cycles

/**
 * How many periods have begun after the first unpaid one, within the agreed number. When that one is paid by card, the
 * others are charged to the card at once, one after the other.
 *
 * @see docs/decisions/subscriptions.md#0310
 */
export const furtherPeriodsDue = (
  { details, paidPeriods }: Pick<Subscription, "details" | "paidPeriods">,
  today: LocalDate,
): number => {
  const unpaid = paidPeriods + 1
  const last = details.recurrence.cycles ?? Number.POSITIVE_INFINITY
  let due = 0
  while (unpaid + due < last && startOfPeriod(details, unpaid + due + 1) <= today) due += 1
  return due
}

/** The paid period, and the day of the next charge. */
export interface PaidPeriod {
  /** Its first day. */
  readonly from: LocalDate
  /** The first day after it. */
  readonly to: LocalDate
  /** `to`, or null if no more charges follow. */
  readonly nextCharge: LocalDate | null
}

/**
 * The last paid period. If the subscription is overdue, it lies in the past.
 *
 * @see docs/decisions/subscriptions.md#0170
 */
export const paidPeriodOf = (subscription: Subscription): PaidPeriod => {
  const { details, paidPeriods, canceled } = subscription
  const to = startOfPeriod(details, paidPeriods + 1)
  return {
    from: startOfPeriod(details, paidPeriods),
    to,
    nextCharge: canceled !== null || isPaidUp(subscription) ? null : to,
  }
}
