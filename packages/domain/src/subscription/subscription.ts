/**
 * A subscription: something sold anew each period, and how far its periods are paid.
 *
 * Every renewal is an order of its own. What the subscription keeps is which period is paid, which renewal is open, and since when
 * it has failed.
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

/** What never changes about a subscription: the first order, as it was paid. */
export const SubscriptionDetails = Schema.Struct({
  company: CompanyId,
  token: SubscriptionToken,
  /** The order whose payment began it; no two subscriptions share one. */
  firstOrder: OrderNumber,
  src: Schema.NullOr(Schema.String),
  ref: Schema.NullOr(Schema.String),
  /** The offer it was sold on, as it read on that day. */
  checkout: CheckoutSnapshot,
  customerId: CustomerId,
  /** The customer's uuid in the API. */
  customerToken: Schema.String,
  /** As they were when it began. */
  customer: CustomerDetails,
  address: Schema.NullOr(Address),
  /** The product line as it was sold: what every renewal charges, and nothing beside it. */
  item: OrderItem,
  recurrence: Recurrence,
  /** The first day of the first period. All periods are counted from it, so that a month that is too short changes no other. */
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

/** How a renewal stands that was refused, or not paid in its time. */
export const RenewalFailure = Schema.Struct({
  /** When it failed first, moved on by the time that its company took no money: retries and the end of dunning are counted from here. */
  firstAt: Instant,
  /** When the card is charged again, null if it is not: refused for good, the last retry was made, or there is no card. */
  nextRetryAt: Schema.NullOr(Instant),
})
export type RenewalFailure = typeof RenewalFailure.Type

/** The order of the one period that is being charged. */
export const Renewal = Schema.Struct({
  /** Counted from 1, the period of the first order. */
  period: Schema.Int,
  order: OrderNumber,
  /** Under which the payer finds the order. */
  publicKey: PublicKey,
  openedAt: Instant,
  /** Null until its charge fails; from then on the subscription is overdue. */
  failure: Schema.NullOr(RenewalFailure),
})
export type Renewal = typeof Renewal.Type

/** Why a subscription ended. `asked`: by the company. `dunning`: overdue for too long. `cycles`: all that was agreed is paid. */
export const CancelReason = Schema.Literals(["asked", "dunning", "cycles"])
export type CancelReason = typeof CancelReason.Type

/** How far a subscription has come. */
export const SubscriptionProgress = Schema.Struct({
  means: SubscriptionMeans,
  /** Periods 1 to this one are paid; at least the first is. */
  paidPeriods: Schema.Int,
  /** The renewal that is open, or that was when the subscription ended. */
  renewal: Schema.NullOr(Renewal),
  canceled: Schema.NullOr(Schema.Struct({ at: Instant, because: CancelReason })),
  /** The renewal that was paid after the end: its money is kept, and the company should look at it. */
  paidLate: Schema.NullOr(OrderNumber),
  updatedAt: Instant,
})
export type SubscriptionProgress = typeof SubscriptionProgress.Type

export const Subscription = Schema.Struct({
  details: SubscriptionDetails,
  /** How many events it has: the sequence number of the last one, and what a writer compares before it writes. */
  version: Schema.Int,
  ...SubscriptionProgress.fields,
})
export type Subscription = typeof Subscription.Type
