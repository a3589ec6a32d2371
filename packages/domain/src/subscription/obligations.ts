/**
 * What the state of a subscription obliges us to do with its orders: derived, so that no code path can forget it.
 */
import type { OrderNumber } from "../identifiers/order.ts"
import type { Subscription } from "./subscription.ts"

/** The subscription has ended, and this renewal was not paid: it must not be charged any more. */
export interface SubscriptionObligation {
  readonly _tag: "CancelRenewal"
  readonly order: OrderNumber
}

/** Everything a subscription obliges us to, as it stands. */
export const subscriptionObligationsOf = ({
  canceled,
  renewal,
  paidLate,
}: Subscription): ReadonlyArray<SubscriptionObligation> =>
  canceled !== null && renewal !== null && paidLate === null ? [{ _tag: "CancelRenewal", order: renewal.order }] : []
