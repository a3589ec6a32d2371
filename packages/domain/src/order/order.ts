/**
 * An order: what was agreed when it was placed, and what has been learned about its money since.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { LocalDate } from "../calendar/local-date.ts"
import { CardBrand } from "../card/brand.ts"
import { Address } from "../customer/address.ts"
import { CustomerDetails } from "../customer/customer.ts"
import { Quote } from "../fees/quote.ts"
import { Centavos } from "../money/centavos.ts"
import { AttemptFact, CaseFact, RefundFact } from "./facts.ts"
import {
  AttemptKey,
  CaseKey,
  CompanyId,
  CustomerId,
  OrderNumber,
  OrderToken,
  PublicKey,
  RefundKey,
  SavedCardToken,
} from "./identifiers.ts"

/** Where an order came from. */
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
})

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
  address: Address,
  items: Schema.Array(OrderItem).check(Schema.isMaxLength(itemsMax)),
  /** Items less discounts, plus shipping: what is asked for before interest and passed-on fees. Centavos, at least one. */
  amount: Centavos,
  /** What was taken off, coupon included. Centavos, zero or more. */
  discount: Centavos,
  placedAt: Instant,
})
export type OrderDetails = typeof OrderDetails.Type

/** What a payer pays with, once a Pix or slip is issued. */
export const Instrument = Schema.TaggedUnion({
  /** `code` is the copy-and-paste text of the QR code. */
  pix: { code: Schema.String, expiresAt: Instant },
  /** `line` is the 47-digit line, `barcode` its 44 digits. */
  bank_slip: { line: Schema.String, barcode: Schema.String, dueDate: LocalDate },
})
export type Instrument = typeof Instrument.Type

/** What may be shown and kept of a charged card (PCI DSS 3.4.1: first six and last four at most). */
export const ChargedCard = Schema.Struct({
  /** Under which the card can be charged again once this attempt is confirmed. */
  token: SavedCardToken,
  brand: CardBrand,
  firstDigits: Schema.String,
  lastDigits: Schema.String,
})
export type ChargedCard = typeof ChargedCard.Type

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
  /** The acquirer's token for the card, which our own token stands for. */
  cardToken: Schema.optionalKey(Schema.String),
})
export type AttemptReport = typeof AttemptReport.Type

/** One request for the order's money. The price is frozen in its quote: a later change of fees is for later orders. */
export const Attempt = Schema.Struct({
  /** Position in the order, from 1. */
  id: Schema.Int,
  key: AttemptKey,
  quote: Quote,
  card: Schema.NullOr(ChargedCard),
  startedAt: Instant,
  facts: Schema.Array(AttemptFact),
  /** Centavos received: zero until confirmed. */
  captured: Centavos,
  confirmedAt: Schema.NullOr(Instant),
  instrument: Schema.NullOr(Instrument),
  tid: Schema.NullOr(Schema.String),
  nsu: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  /** The acquirer's token for the card: never shown, and kept for later charges once this attempt is confirmed. */
  cardToken: Schema.NullOr(Schema.String),
})
export type Attempt = typeof Attempt.Type

/** Money on its way back to the payer. */
export const Refund = Schema.Struct({
  key: RefundKey,
  attempt: Schema.Int,
  amount: Centavos,
  facts: Schema.Array(RefundFact),
})
export type Refund = typeof Refund.Type

/** A payer's dispute of a charge. */
export const DisputeCase = Schema.Struct({
  key: CaseKey,
  attempt: Schema.Int,
  /** Centavos disputed. */
  amount: Centavos,
  facts: Schema.Array(CaseFact),
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
