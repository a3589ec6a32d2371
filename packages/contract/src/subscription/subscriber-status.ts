/** The API's spelling of a subscription's status. */
import type { SubscriptionStatus } from "@vintem/domain/subscription"
import * as Schema from "effect/Schema"

/** The status of a subscription on the wire. */
export const SubscriberStatus = Schema.Literals(["subscriber_active", "subscriber_overdue", "subscriber_canceled"])
/** The status of a subscription on the wire. */
export type SubscriberStatus = typeof SubscriberStatus.Type

/** The wire's word for each status. */
export const subscriberStatusOf = {
  active: "subscriber_active",
  overdue: "subscriber_overdue",
  canceled: "subscriber_canceled",
} as const satisfies Readonly<Record<SubscriptionStatus, SubscriberStatus>>

/** The inverse of `subscriberStatusOf`. */
export const subscriptionStatusFrom = {
  subscriber_active: "active",
  subscriber_overdue: "overdue",
  subscriber_canceled: "canceled",
} as const satisfies Readonly<Record<SubscriberStatus, SubscriptionStatus>>
