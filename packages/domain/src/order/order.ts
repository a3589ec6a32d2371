/**
 * An order: what was agreed when it was placed, and what has been learned about its money since.
 */
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

/** Where an order came from: `POST /api/v1/order`, `POST /api/v1/order/single`, a payer at a link, or a renewal. */
export const OrderOrigin = Schema.Literals(["checkout", "single", "payment_link", "subscription"])
export type OrderOrigin = typeof OrderOrigin.Type

/** Most items an order may have: what a page of a list can still show. */
export const itemsMax = 100

/** The offer an order was placed on, as it read on that day. */
export const CheckoutSnapshot = Schema.Struct({
  title: Schema.String,
  slug: Schema.String,
  product: Schema.NullOr(Schema.Struct({ title: Schema.String, sku: Schema.String })),
  /** Where the payer goes after paying; absent if nowhere. */
  redirectAfterSuccess: Schema.optionalKey(Schema.String),
  /** Present if the order, once it is paid, begins a subscription: how often that is charged. */
  recurrence: Schema.optionalKey(Recurrence),
})

/** How the goods are sent. `total` is centavos, zero or more. */
export const Shipping = Schema.Struct({
  method: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  total: Centavos,
})
export type Shipping = typeof Shipping.Type

/** The coupon an order was placed with, as the company writes it, and what it took off in centavos. */
export const CouponUse = Schema.Struct({ code: CouponCode, value: Centavos })
export type CouponUse = typeof CouponUse.Type

/** What was agreed when the order was placed. It never changes: a customer who moves house later did not order to there. */
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
  /** Null if none was asked for: a payer by link may pay without an address. */
  address: Schema.NullOr(Address),
  items: Schema.Array(OrderItem).check(Schema.isMaxLength(itemsMax)),
  /** Items less discounts, plus shipping: what is asked for before interest and passed-on fees. Centavos, at least one. */
  amount: Centavos,
  /** What was taken off, coupon included. Centavos, zero or more. */
  discount: Centavos,
  /** Absent if nothing is sent. */
  shipping: Schema.optionalKey(Shipping),
  coupon: Schema.optionalKey(CouponUse),
  /** Who bears interest and fees, for every attempt alike; absent for `none`. */
  feeMode: Schema.optionalKey(FeeMode),
  /** The link it was placed by. */
  paymentLink: Schema.optionalKey(LinkSlug),
  /** Which period of which subscription it charges, counted from 1; absent for any but a renewal. */
  subscription: Schema.optionalKey(Schema.Struct({ token: SubscriptionToken, period: Schema.Int })),
  placedAt: Instant,
})
export type OrderDetails = typeof OrderDetails.Type

/** What the acquirer tells about a refund beside the fact itself. Absent means that it did not say. */
export const RefundReport = Schema.Struct({
  /** Why it failed, in the acquirer's words. */
  reason: Schema.optionalKey(Schema.String),
})
export type RefundReport = typeof RefundReport.Type

/** Our own request for a refund. */
export interface RefundAsked {
  readonly at: Instant
  /** How the money is to go back; null if the request was recorded before this was. */
  readonly way: RefundWay | null
}

/** Money on its way back to the payer. */
export interface Refund {
  readonly key: RefundKey
  /** The attempt that succeeded. */
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
  /** The attempt that succeeded. */
  readonly attempt: AttemptId
  /** Centavos disputed. */
  readonly amount: Centavos
  readonly facts: FactSet<CaseFact>
}

/** What has been learned since the order was placed. `StoredProgress` is how it is stored. */
export interface OrderProgress {
  /** In the order of their start. */
  readonly attempts: ReadonlyArray<Attempt>
  readonly refunds: ReadonlyArray<Refund>
  readonly cases: ReadonlyArray<DisputeCase>
  readonly canceledAt: Instant | null
  readonly completedAt: Instant | null
  readonly abandonedAt: Instant | null
  /** When it was found that another order had paid the same payment link before, which takes one payment; absent otherwise. */
  readonly duplicateAt?: Instant
  /** Whether everything received had once been given back: it is announced once, even if a second payment follows. */
  readonly wasRefunded: boolean
  readonly updatedAt: Instant
}

/** An order as it is now. */
export interface Order extends OrderProgress {
  readonly details: OrderDetails
  /** How many events the order has: the sequence number of the last one, and what a writer compares before it writes. */
  readonly version: number
}
