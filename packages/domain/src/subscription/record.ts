/**
 * What there is to record of a report: that time passed, that a company takes money again, how the open renewal stands. A report is never
 * refused.
 */
import type { Instant } from "../calendar/instant.ts"
import type { SubscriptionReport } from "./commands.ts"
import { postponedFrom, retryAfter } from "./dunning.ts"
import type { SubscriptionChange } from "./events.ts"
import { isPaidUp } from "./period.ts"
import type { RenewalState } from "./renewal-state.ts"
import type { Subscription } from "./subscription.ts"
import { whatIsDue } from "./timer.ts"

/** What to record of a report: nothing of an order that is not the open renewal, and nothing twice. */
export const recordSubscriptionReport = (
  subscription: Subscription,
  report: SubscriptionReport,
): ReadonlyArray<SubscriptionChange> => {
  switch (report._tag) {
    case "TimePassed":
      return passed(subscription, report.at)
    case "PaymentsResumed":
      return resumed(subscription, report.at)
    case "RenewalUpdate":
      return subscription.renewal?.order === report.order ? renewalRecorded(subscription, report.state, report.at) : []
  }
}

const passed = (subscription: Subscription, at: Instant): ReadonlyArray<SubscriptionChange> => {
  switch (whatIsDue(subscription, at)) {
    case "end":
      return [{ _tag: "SubscriptionCanceled", because: isPaidUp(subscription) ? "cycles" : "dunning", at }]
    case "lapse": {
      const { means, renewal } = subscription
      const nextRetryAt = means._tag === "credit" ? at : null
      return renewal === null ? [] : [{ _tag: "RenewalFailed", order: renewal.order, nextRetryAt, at }]
    }
    default:
      return []
  }
}

/** Nothing if no time was lost. */
const resumed = ({ renewal, canceled }: Subscription, at: Instant): ReadonlyArray<SubscriptionChange> => {
  const failure = renewal?.failure ?? null
  if (failure === null || canceled !== null) return []
  const { firstAt, nextRetryAt } = postponedFrom(failure, at)
  return firstAt === failure.firstAt && nextRetryAt === failure.nextRetryAt
    ? []
    : [{ _tag: "DunningPostponed", firstAt, nextRetryAt, at }]
}

const renewalRecorded = (
  { means, renewal, canceled, paidLate }: Subscription,
  state: RenewalState,
  at: Instant,
): ReadonlyArray<SubscriptionChange> => {
  if (renewal === null || state._tag === "Awaiting") return []
  const { order, period, failure } = renewal
  if (state._tag === "Paid") {
    if (canceled !== null) return paidLate === null ? [{ _tag: "LatePaymentKept", order, at }] : []
    const { card } = state
    const isOther = means._tag === "credit" && card !== null && card.token !== means.card.token
    return [
      { _tag: "RenewalPaid", period, order, at },
      ...(isOther ? [{ _tag: "CardReplaced" as const, card, at }] : []),
    ]
  }
  if (canceled !== null) return []
  // Only what became of the subscription's own card says whether that card can be charged again.
  const own = means._tag === "credit" ? state.failures.filter(({ card }) => card === means.card.token) : []
  const isHard = own.some((one) => one.isHard)
  if (failure === null) {
    if (means._tag !== "credit" || isHard) return [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }]
    // A card that came while another one was being charged is charged at once, as if it had come a moment later.
    return [{ _tag: "RenewalFailed", order, nextRetryAt: own.length === 0 ? at : retryAfter(at, at), at }]
  }
  return isHard && failure.nextRetryAt !== null ? [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }] : []
}
