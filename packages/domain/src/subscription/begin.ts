/** The beginning of a subscription: the first payment of an order for a recurring checkout. */
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import type { SubscriptionToken } from "../identifiers/subscription.ts"
import type { Attempt } from "../order/attempt.ts"
import type { Order } from "../order/order.ts"
import { paidAttempts } from "../order/paid-attempts.ts"
import type { SubscriptionBegun } from "./machine.ts"
import type { SubscriptionMeans } from "./subscription.ts"

/** True if an order begins a subscription when it is paid. A renewal begins none. */
export const isSubscribing = ({ details }: Order): boolean =>
  details.checkout?.recurrence !== undefined && details.subscription === undefined

/** The identifiers of a subscription and its subscriber. */
export interface SubscriptionNames {
  readonly token: SubscriptionToken
  /** The customer's UUID in the API. */
  readonly customerToken: string
}

/**
 * The event that begins an order's subscription. Null if the order begins none, or is not paid.
 *
 * The first day is the day of the payment in São Paulo, whenever the order was placed.
 */
export const subscriptionBegunBy = (
  order: Order,
  { token, customerToken }: SubscriptionNames,
): SubscriptionBegun | null => {
  const { company, number, src, ref, checkout, customerId, customer, address, items } = order.details
  const paid = paidAttempts(order.attempts).at(0)
  const item = items.at(0)
  if (!isSubscribing(order) || checkout?.recurrence === undefined || paid === undefined || item === undefined)
    return null
  const { recurrence, ...offer } = checkout
  const { confirmedAt } = paid.payment
  return {
    _tag: "SubscriptionBegun",
    details: {
      company,
      token,
      firstOrder: number,
      src,
      ref,
      checkout: offer,
      customerId,
      customerToken,
      customer,
      address,
      item,
      recurrence,
      anchor: saoPauloDate(confirmedAt),
      createdAt: confirmedAt,
    },
    means: meansOf(paid),
    at: confirmedAt,
  }
}

const meansOf = (attempt: Attempt): SubscriptionMeans =>
  attempt._tag === "credit" ? { _tag: "credit", card: attempt.card } : { _tag: attempt._tag }
