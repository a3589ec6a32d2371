/**
 * An order: what was agreed when it was placed, and what has been learned about its money since.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CardBrand } from "../card/brand.ts"
import { SavedCardToken } from "../card/saved-card-token.ts"
import { CouponCode } from "../catalogue/coupon.ts"
import { Recurrence } from "../catalogue/recurrence.ts"
import { CompanyId } from "../company/company-id.ts"
import { Address } from "../customer/address.ts"
import { CustomerDetails } from "../customer/customer.ts"
import { CustomerId } from "../customer/customer-id.ts"
import { FeeMode } from "../fees/fee-mode.ts"
import { Quote } from "../fees/quote.ts"
import { Instrument } from "../method/instrument.ts"
import { RefundWay } from "../method/refund-way.ts"
import { Centavos } from "../money/centavos.ts"
import { LinkSlug } from "../payment-link/identifiers.ts"
import { SubscriptionToken } from "../subscription/identifiers.ts"
import { AttemptKey, CaseKey, OrderNumber, OrderToken, PublicKey, RefundKey } from "./identifiers.ts"
import { AttemptFacts, CaseFacts, RefundFacts } from "./stored-facts.ts"

/** Where an order came from: `POST /api/v1/order`, `POST /api/v1/order/single`, a payer at a link, or a renewal. */
export const OrderOrigin = Schema.Literals(["checkout", "single", "payment_link", "subscription"])
export type OrderOrigin = typeof OrderOrigin.Type

/** Most items an order may have: what a page of a list can still show. */
export const itemsMax = 100

/** A line of an order. `unitPrice` and `priceCost` are centavos; a negative `unitPrice` is a discount. */
export const OrderItem = Schema.Struct({
  productId: Schema.NullOr(Schema.Int),
  sku: Schema.String,
  title: Schema.String,
  unitPrice: Centavos,
  priceCost: Schema.NullOr(Centavos),
  quantity: Schema.Int,
})
export type OrderItem = typeof OrderItem.Type

/** The offer an order was placed on, as it read on that day. */
export const CheckoutSnapshot = Schema.Struct({
  title: Schema.String,
  slug: Schema.String,
  product: Schema.NullOr(Schema.Struct({ title: Schema.String, sku: Schema.String })),
  /** Where the payer goes after paying; absent where nowhere. */
  redirectAfterSuccess: Schema.optionalKey(Schema.String),
  /** Present where the order, once it is paid, begins a subscription: how often that is charged. */
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
  /** Null where nobody asked for one: a payer by link need not have said where they live. */
  address: Schema.NullOr(Address),
  items: Schema.Array(OrderItem).check(Schema.isMaxLength(itemsMax)),
  /** Items less discounts, plus shipping: what is asked for before interest and passed-on fees. Centavos, at least one. */
  amount: Centavos,
  /** What was taken off, coupon included. Centavos, zero or more. */
  discount: Centavos,
  /** Absent where nothing is sent. */
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

/** What may be shown and kept of a charged card (PCI DSS 3.4.1: first six and last four at most). */
export const ChargedCard = Schema.Struct({
  /** Under which the card can be charged again once this attempt is confirmed. */
  token: SavedCardToken,
  brand: CardBrand,
  firstDigits: Schema.String,
  lastDigits: Schema.String,
})
export type ChargedCard = typeof ChargedCard.Type

/**
 * Whether a card that was refused may be charged again another day: `soft` means it may, `hard` that it is of no use, and that card
 * networks forbid it.
 */
export const Decline = Schema.Literals(["soft", "hard"])
export type Decline = typeof Decline.Type

/** What the acquirer tells about an attempt beside the fact itself. Absent means that it did not say. */
export const AttemptReport = Schema.Struct({
  /** Centavos received; told with `confirmed`. */
  captured: Schema.optionalKey(Centavos),
  instrument: Schema.optionalKey(Instrument),
  /** The acquirer's name for the charge. */
  tid: Schema.optionalKey(Schema.String),
  /** The network's sequential number (número sequencial único). */
  nsu: Schema.optionalKey(Schema.String),
  /** Why it was refused, in the acquirer's words. */
  reason: Schema.optionalKey(Schema.String),
  /** Told with a refusal of a card; where it is not, the refusal counts as soft. */
  decline: Schema.optionalKey(Decline),
  /** The acquirer's token for the card, which our own token stands for. */
  cardToken: Schema.optionalKey(Schema.String),
})
export type AttemptReport = typeof AttemptReport.Type

/** What an operator decides of an attempt whose outcome the acquirer never told. */
export const Verdict = Schema.Literals(["paid", "unpaid"])
export type Verdict = typeof Verdict.Type

/** One request for the order's money. The price is frozen in its quote: a later change of fees is for later orders. */
export const Attempt = Schema.Struct({
  /** Position in the order, from 1. */
  id: Schema.Int,
  key: AttemptKey,
  quote: Quote,
  card: Schema.NullOr(ChargedCard),
  startedAt: Instant,
  facts: AttemptFacts,
  /** Centavos received: zero until confirmed. */
  captured: Centavos,
  confirmedAt: Schema.NullOr(Instant),
  instrument: Schema.NullOr(Instrument),
  tid: Schema.NullOr(Schema.String),
  nsu: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  /** Absent where the acquirer said nothing of the kind. */
  decline: Schema.optionalKey(Decline),
  /** The acquirer's token for the card: never shown, and kept for later charges once this attempt is confirmed. */
  cardToken: Schema.NullOr(Schema.String),
  /** How it was settled by hand; absent where it was not. */
  verdict: Schema.optionalKey(Verdict),
})
export type Attempt = typeof Attempt.Type

/** What the acquirer tells about a refund beside the fact itself. Absent means that it did not say. */
export const RefundReport = Schema.Struct({
  /** Why it failed, in the acquirer's words. */
  reason: Schema.optionalKey(Schema.String),
})
export type RefundReport = typeof RefundReport.Type

/** Money on its way back to the payer. */
export const Refund = Schema.Struct({
  key: RefundKey,
  attempt: Schema.Int,
  amount: Centavos,
  facts: RefundFacts,
  /** When it was asked for, and how the money is to go back; absent both where the acquirer gave it back of its own accord. */
  requestedAt: Schema.optionalKey(Instant),
  way: Schema.optionalKey(RefundWay),
  /** Why it failed, in the acquirer's words, where it said. */
  reason: Schema.optionalKey(Schema.String),
})
export type Refund = typeof Refund.Type

/** A payer's dispute of a charge. */
export const DisputeCase = Schema.Struct({
  key: CaseKey,
  attempt: Schema.Int,
  /** Centavos disputed. */
  amount: Centavos,
  facts: CaseFacts,
})
export type DisputeCase = typeof DisputeCase.Type

/** What has been learned since the order was placed. */
export const OrderProgress = Schema.Struct({
  attempts: Schema.Array(Attempt),
  refunds: Schema.Array(Refund),
  cases: Schema.Array(DisputeCase),
  canceledAt: Schema.NullOr(Instant),
  completedAt: Schema.NullOr(Instant),
  abandonedAt: Schema.NullOr(Instant),
  /** When it was found that another order had paid the same payment link before, which takes one payment; absent otherwise. */
  duplicateAt: Schema.optionalKey(Instant),
  /** Whether everything received had once been given back: it is announced once, even where a second payment follows. */
  wasRefunded: Schema.Boolean,
  updatedAt: Instant,
})
export type OrderProgress = typeof OrderProgress.Type

export const Order = Schema.Struct({
  details: OrderDetails,
  /** How many events the order has: the sequence number of the last one, and what a writer compares before it writes. */
  version: Schema.Int,
  ...OrderProgress.fields,
})
export type Order = typeof Order.Type
