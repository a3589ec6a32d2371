/** An order: the agreement when it was placed, and the knowledge about its money since. */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CouponCode } from "../catalogue/coupon.ts"
import { OrderItem } from "../catalogue/order-item.ts"
import { Recurrence } from "../catalogue/recurrence.ts"
import { Address } from "../customer/address.ts"
import { CustomerDetails } from "../customer/customer.ts"
import { FeeMode } from "../fees/fee-mode.ts"
import { CompanyId } from "../identifiers/company.ts"
import { CustomerId } from "../identifiers/customer.ts"
import {
  type AttemptId,
  type CaseKey,
  OrderNumber,
  OrderToken,
  PublicKey,
  type RefundKey,
} from "../identifiers/order.ts"
import { LinkSlug } from "../identifiers/payment-link.ts"
import { SubscriptionToken } from "../identifiers/subscription.ts"
import type { RefundWay } from "../method/refund-way.ts"
import { Centavos } from "../money/centavos.ts"
import type { Attempt } from "./attempt.ts"
import type { FactSet } from "./fact-set.ts"
import type { CaseFact, RefundFact } from "./facts.ts"

/** Who placed an order: `POST /api/v1/order`, `POST /api/v1/order/single`, a payer at a link, or a renewal. */
export const OrderOrigin = Schema.Literals(["checkout", "single", "payment_link", "subscription"])
export type OrderOrigin = typeof OrderOrigin.Type

/** The most items of an order: as many as a page of a list can show. */
export const itemsMax = 100

/** The checkout of an order, as it was when the order was placed. */
export const CheckoutSnapshot = Schema.Struct({
  title: Schema.String,
  slug: Schema.String,
  product: Schema.NullOr(Schema.Struct({ title: Schema.String, sku: Schema.String })),
  /** Where the payer goes after paying. Missing if nowhere. */
  redirectAfterSuccess: Schema.optionalKey(Schema.String),
  /** Present if paying the order begins a subscription: how often that is charged. */
  recurrence: Schema.optionalKey(Recurrence),
})

/** How the goods are sent. `total` is centavos, zero or more. */
export const Shipping = Schema.Struct({
  method: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  total: Centavos,
})
export type Shipping = typeof Shipping.Type

/** The order's coupon, as the company writes its code, and the discount in centavos. */
export const CouponUse = Schema.Struct({ code: CouponCode, value: Centavos })
export type CouponUse = typeof CouponUse.Type

/**
 * The agreement when the order was placed. It never changes: if a customer moves house later, the order keeps the old
 * address.
 */
export const OrderDetails = Schema.Struct({
  company: CompanyId,
  number: OrderNumber,
  token: OrderToken,
  publicKey: PublicKey,
  origin: OrderOrigin,
  src: Schema.NullOr(Schema.String),
  ref: Schema.NullOr(Schema.String),
  checkout: Schema.NullOr(CheckoutSnapshot),
  customerId: CustomerId,
  customer: CustomerDetails,
  /** Null if none was required: a payer by link may pay without an address. */
  address: Schema.NullOr(Address),
  items: Schema.Array(OrderItem).check(Schema.isMaxLength(itemsMax)),
  /** Items minus discounts, plus shipping, before interest and passed-on fees. Centavos, at least one. */
  amount: Centavos,
  /** All discounts, including the coupon. Centavos, zero or more. */
  discount: Centavos,
  /** Missing if nothing is sent. */
  shipping: Schema.optionalKey(Shipping),
  coupon: Schema.optionalKey(CouponUse),
  /** Who bears interest and fees of every attempt. Missing for `none`. */
  feeMode: Schema.optionalKey(FeeMode),
  /** The payment link that the payer used. */
  paymentLink: Schema.optionalKey(LinkSlug),
  /** The subscription and period that it charges, counted from 1. Only renewals have it. */
  subscription: Schema.optionalKey(Schema.Struct({ token: SubscriptionToken, period: Schema.Int })),
  placedAt: Instant,
})
export type OrderDetails = typeof OrderDetails.Type

/**
 * The acquirer's details about a refund, besides the fact itself. A missing field means that the acquirer did not say.
 */
export const RefundReport = Schema.Struct({
  /** Why it failed, in the acquirer's words. */
  reason: Schema.optionalKey(Schema.String),
})
export type RefundReport = typeof RefundReport.Type

/** Our own request for a refund. */
export interface RefundAsked {
  readonly at: Instant
  /** How the money is sent back. Null if the request was recorded before this field existed. */
  readonly way: RefundWay | null
}

/** Money on its way back to the payer. */
export interface Refund {
  readonly key: RefundKey
  /** The confirmed attempt. */
  readonly attempt: AttemptId
  /** Centavos, zero or more. */
  readonly amount: Centavos
  readonly facts: FactSet<RefundFact>
  /** Null if the acquirer made the refund by itself. */
  readonly asked: RefundAsked | null
  /** Why it failed, in the acquirer's words, if it said. */
  readonly reason: string | null
}

/** A payer's dispute of a charge. */
export interface DisputeCase {
  readonly key: CaseKey
  /** The confirmed attempt. */
  readonly attempt: AttemptId
  /** Centavos disputed. */
  readonly amount: Centavos
  readonly facts: FactSet<CaseFact>
}

/** The knowledge about an order since it was placed. `StoredProgress` is its stored form. */
export interface OrderProgress {
  /** In the order of their start. */
  readonly attempts: ReadonlyArray<Attempt>
  readonly refunds: ReadonlyArray<Refund>
  readonly cases: ReadonlyArray<DisputeCase>
  readonly canceledAt: Instant | null
  readonly completedAt: Instant | null
  readonly abandonedAt: Instant | null
  /** When it became known that another order had paid the same single-payment link earlier. Missing otherwise. */
  readonly duplicateAt?: Instant
  /**
   * True if everything received had been refunded at some time: that is announced once, even if a second payment
   * follows.
   */
  readonly wasRefunded: boolean
  readonly updatedAt: Instant
}

/** An order as it is now. */
export interface Order extends OrderProgress {
  readonly details: OrderDetails
  /** The number of the order's last event. A writer compares it before writing. */
  readonly version: number
}
