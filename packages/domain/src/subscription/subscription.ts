/**
 * A subscription: something sold again each period, and the periods that are paid.
 *
 * Every renewal is an order of its own. The subscription stores which period is paid, which renewal is open, and since
 * when it has failed.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { LocalDate } from "../calendar/local-date.ts"
import { OrderItem } from "../catalogue/order-item.ts"
import { Recurrence } from "../catalogue/recurrence.ts"
import { Address } from "../customer/address.ts"
import { CustomerDetails } from "../customer/customer.ts"
import { CompanyId } from "../identifiers/company.ts"
import { CustomerId } from "../identifiers/customer.ts"
import { OrderNumber, PublicKey } from "../identifiers/order.ts"
import { SubscriptionToken } from "../identifiers/subscription.ts"
import { forEachIssuedMethod } from "../method/payment-method.ts"
import { ChargedCard } from "../order/attempt.ts"
import { CheckoutSnapshot } from "../order/order.ts"

/** The parts of a subscription that never change: the first order, as it was paid. */
export const SubscriptionDetails = Schema.Struct({
  company: CompanyId,
  token: SubscriptionToken,
  /** The order whose payment began it. No two subscriptions share one. */
  firstOrder: OrderNumber,
  src: Schema.NullOr(Schema.String),
  ref: Schema.NullOr(Schema.String),
  /** The checkout, as it was on that day. */
  checkout: CheckoutSnapshot,
  customerId: CustomerId,
  /** The customer's UUID in the API. */
  customerToken: Schema.String,
  /** The customer's details when it began. */
  customer: CustomerDetails,
  address: Schema.NullOr(Address),
  /** The product line as it was sold. Renewals charge exactly this. */
  item: OrderItem,
  recurrence: Recurrence,
  /** The first day of the first period. All periods are counted from it, so that a short month changes no other. */
  anchor: LocalDate,
  createdAt: Instant,
})
export type SubscriptionDetails = typeof SubscriptionDetails.Type

/** How renewals are paid. A card is charged; a Pix or slip is issued and sent. */
export const SubscriptionMeans = Schema.TaggedUnion({
  ...forEachIssuedMethod(() => ({})),
  credit: { card: ChargedCard },
})
export type SubscriptionMeans = typeof SubscriptionMeans.Type

/** The state of a renewal that was refused, or not paid in time. */
export const RenewalFailure = Schema.Struct({
  /**
   * When it failed first, moved by the time in which its company took no money. Retries and the end of dunning are
   * counted from here.
   */
  firstAt: Instant,
  /**
   * When the card is charged again. Null if it is not: it was refused for good, the last retry was made, or there is no
   * card.
   */
  nextRetryAt: Schema.NullOr(Instant),
})
export type RenewalFailure = typeof RenewalFailure.Type

/** The order of the one period that is being charged. */
export const Renewal = Schema.Struct({
  /** Counted from 1, the period of the first order. */
  period: Schema.Int,
  order: OrderNumber,
  /** The payer's key to the order. */
  publicKey: PublicKey,
  openedAt: Instant,
  /** Null until its charge fails. From then on the subscription is overdue. */
  failure: Schema.NullOr(RenewalFailure),
})
export type Renewal = typeof Renewal.Type

/**
 * Why a subscription ended. `asked`: at the company's request. `dunning`: overdue for too long. `cycles`: the agreed
 * number of charges is paid.
 */
export const CancelReason = Schema.Literals(["asked", "dunning", "cycles"])
export type CancelReason = typeof CancelReason.Type

/** The progress of a subscription. */
export const SubscriptionProgress = Schema.Struct({
  means: SubscriptionMeans,
  /** Periods 1 to this one are paid; at least the first is. */
  paidPeriods: Schema.Int,
  /** The open renewal, or the one that was open when the subscription ended. */
  renewal: Schema.NullOr(Renewal),
  canceled: Schema.NullOr(Schema.Struct({ at: Instant, because: CancelReason })),
  /** A renewal that was paid after the end. Its money is kept, and the company should look at it. */
  paidLate: Schema.NullOr(OrderNumber),
  updatedAt: Instant,
})
export type SubscriptionProgress = typeof SubscriptionProgress.Type

export const Subscription = Schema.Struct({
  details: SubscriptionDetails,
  /** The number of the subscription's last event. A writer compares it before writing. */
  version: Schema.Int,
  ...SubscriptionProgress.fields,
})
export type Subscription = typeof Subscription.Type
