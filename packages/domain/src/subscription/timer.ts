/** The clock's next action on a subscription. It is derived, so no code path can forget it. */
import { nextBankingDay } from "../calendar/banking-days.ts"
import type { Instant } from "../calendar/instant.ts"
import { addDays, type LocalDate } from "../calendar/local-date.ts"
import { endOfDayExclusive, saoPauloDate, startOfDay } from "../calendar/sao-paulo.ts"
import { issuedRules, methodRules } from "../method/methods.ts"
import { dunningEnd } from "./dunning.ts"
import { isPaidUp, startOfPeriod } from "./period.ts"
import type { Renewal, Subscription } from "./subscription.ts"

/** Days before the next charge when a Pix or slip is issued, so that the payer has time. */
export const noticeDays = 3

/** An action, at an instant. */
export interface SubscriptionTimer {
  /**
   * `renew`: open the next renewal. `lapse`: its Pix or slip was not paid by the due date; if a card came meanwhile, it
   * is charged. `retry`: charge the card again. `end`: its time is over.
   */
  readonly what: "renew" | "lapse" | "retry" | "end"
  readonly at: Instant
}

/** The due day of a renewal: the period's first day, or today if the period has begun. */
export const renewalDueOn = (
  { details }: Pick<Subscription, "details">,
  period: Renewal["period"],
  asked: LocalDate,
): LocalDate => {
  const begins = startOfPeriod(details, period)
  return begins < asked ? asked : begins
}

/** When a renewal by Pix or slip is overdue, even if one can still be paid. Null if a card is charged. */
const lapsesAt = (subscription: Subscription, { openedAt, period }: Renewal): Instant | null => {
  const dueOn = renewalDueOn(subscription, period, saoPauloDate(openedAt))
  const { _tag: method } = subscription.means
  if (method !== "credit") return endOfDayExclusive(issuedRules[method].lastDay(dueOn))
  // No card is charged before its period begins: this renewal was sent as a Pix or slip, and the card came later.
  return openedAt < startOfDay(startOfPeriod(subscription.details, period))
    ? endOfDayExclusive(nextBankingDay(dueOn))
    : null
}

/** The next action. Null if the subscription has ended, or waits for the outcome of its renewal. */
export const nextTimer = (subscription: Subscription): SubscriptionTimer | null => {
  const { details, means, paidPeriods, renewal, canceled } = subscription
  if (canceled !== null) return null
  if (renewal === null) {
    const nextCharge = startOfPeriod(details, paidPeriods + 1)
    if (isPaidUp(subscription)) return { what: "end", at: startOfDay(nextCharge) }
    const notice = methodRules[means._tag].needsPayer ? noticeDays : 0
    return { what: "renew", at: startOfDay(addDays(nextCharge, -notice)) }
  }
  if (renewal.failure === null) {
    const at = lapsesAt(subscription, renewal)
    return at === null ? null : { what: "lapse", at }
  }
  const { firstAt, nextRetryAt } = renewal.failure
  const end = dunningEnd(firstAt)
  return nextRetryAt !== null && nextRetryAt < end ? { what: "retry", at: nextRetryAt } : { what: "end", at: end }
}

/**
 * The action that is due at an instant, or null. A retry that was not made by the end of dunning is not made any more.
 */
export const whatIsDue = (subscription: Subscription, at: Instant): SubscriptionTimer["what"] | null => {
  const timer = nextTimer(subscription)
  if (timer === null || timer.at > at) return null
  const failure = subscription.renewal?.failure ?? null
  return failure !== null && dunningEnd(failure.firstAt) <= at ? "end" : timer.what
}
