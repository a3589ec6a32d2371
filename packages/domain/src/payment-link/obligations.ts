/**
 * What a link's state obliges us to do at the acquirer: derived, so that no code path can forget it.
 */
import type { OrderNumber } from "../identifiers/order.ts"
import { isUsedUp } from "./link-status.ts"
import type { PaymentLink } from "./payment-link.ts"

/** The link asks for no more money: the Pix or slip of this order must be withdrawn. */
export interface LinkObligation {
  readonly _tag: "VoidPayment"
  readonly order: OrderNumber
}

/** Everything that a link in this state obliges us to do. */
export const linkObligationsOf = (link: PaymentLink): ReadonlyArray<LinkObligation> =>
  isUsedUp(link) || link.removedAt !== null
    ? link.payments.filter(({ state }) => state === "open").map(({ order }) => ({ _tag: "VoidPayment", order }))
    : []

/** The orders that paid a link after another had, though it takes one payment: each owes its payer the money back. */
export const duplicatesOf = ({ flagged }: PaymentLink): ReadonlyArray<OrderNumber> =>
  flagged.filter(({ flag }) => flag === "duplicate").map(({ order }) => order)
