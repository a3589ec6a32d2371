/**
 * Why a command to a subscription was refused, by name and by rank: if several reasons hold, the first in the list is told.
 */
import * as Schema from "effect/Schema"
import { SubscriptionStatus } from "./subscription-status.ts"

/** The commands by name. */
export const SubscriptionCommandName = Schema.Literals(["OpenRenewal", "RetryRenewal", "ReplaceCard", "Cancel"])
/** The commands by name. */
export type SubscriptionCommandName = typeof SubscriptionCommandName.Type

/** What each means stands in `subscriptionRefusalMeaning`. */
export const SubscriptionRefusal = Schema.Literals(["AlreadyCanceled", "AllPaid", "NotDue", "NotOverdue", "NoRetryDue"])
export type SubscriptionRefusal = typeof SubscriptionRefusal.Type

/** The reason for a refusal, in words. It completes "refused, because …". */
export const subscriptionRefusalMeaning: Readonly<Record<SubscriptionRefusal, string>> = {
  AlreadyCanceled: "a canceled subscription is not charged and does not come back",
  AllPaid: "every agreed cycle is paid",
  NotDue: "the next period is not due yet",
  NotOverdue: "only a renewal that failed is tried again",
  NoRetryDue: "the card may not be charged again now",
}

/** The command cannot be done in this status; nothing was written. `allowed` names what could be done instead. */
export class SubscriptionRefused extends Schema.TaggedError<SubscriptionRefused>()("SubscriptionRefused", {
  command: SubscriptionCommandName,
  reason: SubscriptionRefusal,
  status: SubscriptionStatus,
  allowed: Schema.Array(SubscriptionCommandName),
}) {}
