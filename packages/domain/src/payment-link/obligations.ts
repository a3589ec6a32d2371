/** Actions at the acquirer that a link's state requires. They are derived, so no code path can forget one. */
import type { OrderNumber } from "../identifiers/order.ts"
import { isUsedUp } from "./link-status.ts"
import type { PaymentLink } from "./payment-link.ts"

/** The link asks for no more money: this order's Pix or slip must be withdrawn. */
export interface LinkObligation {
  readonly _tag: "VoidPayment"
  readonly order: OrderNumber
}

/** All obligations of a link in its current state. */
export const linkObligationsOf = (link: PaymentLink): ReadonlyArray<LinkObligation> =>
  isUsedUp(link) || link.removedAt !== null
    ? link.payments.filter(({ state }) => state === "open").map(({ order }) => ({ _tag: "VoidPayment", order }))
    : []

/** The orders that paid a single-payment link after another order had: each owes its payer a refund. */
export const duplicatesOf = ({ flagged }: PaymentLink): ReadonlyArray<OrderNumber> =>
  flagged.filter(({ flag }) => flag === "duplicate").map(({ order }) => order)
