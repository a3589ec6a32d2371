/** The status of a subscription: the first rule that holds decides. */
import * as Schema from "effect/Schema"
import { type StatusRules, statusBy } from "../machine/machine.ts"
import type { Subscription } from "./subscription.ts"

/** The state of a subscription in one word. */
export const SubscriptionStatus = Schema.Literals(["active", "overdue", "canceled"])
/** The state of a subscription in one word. */
export type SubscriptionStatus = typeof SubscriptionStatus.Type

/** The part of a subscription its status depends on. */
export type SubscriptionStanding = Pick<Subscription, "renewal" | "canceled">

/** The first rule that holds decides. */
export const subscriptionStatuses: StatusRules<SubscriptionStanding, SubscriptionStatus> = [
  {
    status: "canceled",
    because: "it ended: by the company, after dunning, or after its last cycle",
    when: ({ canceled }) => canceled !== null,
  },
  {
    status: "overdue",
    because: "the open renewal was refused, or not paid in time",
    when: ({ renewal }) => renewal !== null && renewal.failure !== null,
  },
  { status: "active", because: "every period until now is paid or being charged", when: () => true },
]

/** The status of a subscription: derived, never written by hand. */
export const subscriptionStatusOf = (subscription: SubscriptionStanding): SubscriptionStatus =>
  statusBy(subscriptionStatuses, subscription, null)
