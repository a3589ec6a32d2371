/**
 * What a change of a subscription adds to the counts of its company by checkout and status.
 */
import { type Subscription, type SubscriptionStatus, subscriptionStatusOf } from "@vintem/domain/subscription"
import type { Sum } from "../engine/sums.ts"

/** @param before - null if the subscription is new */
export const subscriptionSums = (before: Subscription | null, after: Subscription): ReadonlyArray<Sum> => {
  const { checkout, company } = after.details
  const sumOf = (status: SubscriptionStatus, count: 1 | -1): Sum => ({
    table: "subscription_count",
    key: [company, checkout.slug, status],
    count,
    amount: 0,
  })
  const status = subscriptionStatusOf(after)
  const statusBefore = before === null ? null : subscriptionStatusOf(before)
  if (status === statusBefore) return []
  return statusBefore === null ? [sumOf(status, 1)] : [sumOf(statusBefore, -1), sumOf(status, 1)]
}
