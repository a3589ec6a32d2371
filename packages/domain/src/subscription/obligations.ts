/** Actions on orders that a subscription's state requires. They are derived, so no code path can forget one. */
import type { OrderNumber } from "../identifiers/order.ts"
import type { Subscription } from "./subscription.ts"

/** The subscription has ended with this renewal unpaid: it must not be charged any more. */
export interface SubscriptionObligation {
  readonly _tag: "CancelRenewal"
  readonly order: OrderNumber
}

/** All obligations of a subscription in its current state. */
export const subscriptionObligationsOf = ({
  canceled,
  renewal,
  paidLate,
}: Subscription): ReadonlyArray<SubscriptionObligation> =>
  canceled !== null && renewal !== null && paidLate === null ? [{ _tag: "CancelRenewal", order: renewal.order }] : []
