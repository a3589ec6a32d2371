/**
 * Applies what happened to a subscription. It never refuses: what is recorded has happened.
 */
import { numbering } from "../machine/fold.ts"
import type { SubscriptionBegun, SubscriptionChange } from "./events.ts"
import type { Renewal, Subscription } from "./subscription.ts"

/** The subscription as it stands the moment it begins. */
export const subscriptionBegun = ({ details, means, at }: SubscriptionBegun): Subscription => ({
  details,
  version: 1,
  means,
  paidPeriods: 1,
  renewal: null,
  canceled: null,
  paidLate: null,
  updatedAt: at,
})

const apply = (subscription: Subscription, event: SubscriptionChange): Subscription => {
  const { renewal } = subscription
  switch (event._tag) {
    case "RenewalOpened": {
      const { period, order, publicKey, at } = event
      return { ...subscription, renewal: { period, order, publicKey, openedAt: at, failure: null } }
    }
    case "RenewalFailed":
    case "RenewalRetried":
      return { ...subscription, renewal: withRetry(renewal, event.at, event.nextRetryAt) }
    case "DunningPostponed": {
      const { firstAt, nextRetryAt } = event
      return { ...subscription, renewal: renewal === null ? null : { ...renewal, failure: { firstAt, nextRetryAt } } }
    }
    case "RenewalPaid":
      return { ...subscription, paidPeriods: event.period, renewal: null }
    case "CardReplaced": {
      const means = { _tag: "credit" as const, card: event.card }
      const isOverdue = renewal !== null && renewal.failure !== null
      return { ...subscription, means, renewal: isOverdue ? withRetry(renewal, event.at, event.at) : renewal }
    }
    case "SubscriptionCanceled":
      return { ...subscription, canceled: subscription.canceled ?? { at: event.at, because: event.because } }
    case "LatePaymentKept":
      return { ...subscription, paidLate: event.order }
  }
}

const withRetry = (
  renewal: Renewal | null,
  at: Subscription["updatedAt"],
  nextRetryAt: Subscription["updatedAt"] | null,
): Renewal | null =>
  renewal === null ? null : { ...renewal, failure: { firstAt: renewal.failure?.firstAt ?? at, nextRetryAt } }

/** The subscription after one more event. */
export const evolveSubscription = numbering(apply)
