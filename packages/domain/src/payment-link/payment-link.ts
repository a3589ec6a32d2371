/**
 * A payment link: a public page for one amount, what it offers, and what has become of it.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { LocalDate } from "../calendar/local-date.ts"
import { ReminderRuleToken } from "../catalogue/reminder-rule.ts"
import { HexColor } from "../company/hex-color.ts"
import { PageLanguage } from "../company/page-settings.ts"
import { addressLimits } from "../customer/address.ts"
import { Email } from "../customer/email.ts"
import { FoundAddress } from "../customer/found-address.ts"
import { FullName } from "../customer/full-name.ts"
import { PostalCode } from "../customer/postal-code.ts"
import { Telephone } from "../customer/telephone.ts"
import { Document } from "../documents/document.ts"
import { FeeMode } from "../fees/fee-mode.ts"
import { BatchToken, ItemPosition } from "../identifiers/batch.ts"
import { CompanyId } from "../identifiers/company.ts"
import { OrderNumber } from "../identifiers/order.ts"
import { LinkSlug } from "../identifiers/payment-link.ts"
import { InstallmentCount } from "../installments/installment-count.ts"
import { add, Centavos, centavosMax } from "../money/centavos.ts"
import { textWithin } from "../text/text.ts"
import { LinkMethods } from "./link-methods.ts"

/** Bounds of a link's texts, in code points: what the API document gives. */
export const linkTextLimits = {
  title: { min: 1, max: 150, isShown: true },
  description: { min: 0, max: 1_000, isMultiline: true, isShown: true },
  reference: { min: 1, max: 100 },
} as const

/** An amount that is asked for: at least one centavo. */
export const AskedAmount = Centavos.check(Schema.isGreaterThanOrEqualTo(1))

/** The known data of the payer, each part `null` if unknown; the payer may change it. */
export const PrefilledCustomer = Schema.Struct({
  name: Schema.NullOr(FullName),
  email: Schema.NullOr(Email),
  phone: Schema.NullOr(Telephone),
  document: Schema.NullOr(Document),
  postcode: Schema.NullOr(PostalCode),
  /** The house number. */
  number: Schema.NullOr(textWithin(addressLimits.number)),
  /** What a lookup found for `postcode`; the payer fills it in otherwise. */
  address: Schema.NullOr(FoundAddress),
})
export type PrefilledCustomer = typeof PrefilledCustomer.Type

/** A link about whose payer nothing is known. */
export const unknownCustomer: PrefilledCustomer = {
  name: null,
  email: null,
  phone: null,
  document: null,
  postcode: null,
  number: null,
  address: null,
}

/** What a link has in common with the defaults of a batch of links. */
export const linkOptions = {
  /** `""` if there is none. */
  description: textWithin(linkTextLimits.description),
  /** Centavos, zero or more, added to the amount. */
  additionalAmount: Centavos.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The page's background color. */
  bgColor: Schema.NullOr(HexColor),
  showCompanyLogo: Schema.Boolean,
  /** The last day on which the link can be paid, the whole of it; `null` for no such day. */
  expiredAt: Schema.NullOr(LocalDate),
  /** Whether the first confirmed payment is the last. */
  expireAfterPayment: Schema.Boolean,
  methods: LinkMethods,
  feeMode: FeeMode,
  /** Most installments of a payment by credit. */
  installments: InstallmentCount,
  hideCustomerFields: Schema.Boolean,
  /** Whose reminders are sent. */
  ruleToken: Schema.NullOr(ReminderRuleToken),
  /** Language of the page and the receipt; the company's if absent. */
  language: Schema.optionalKey(PageLanguage),
  /** Where the payer goes after paying, an http or https URL; absent for the company's. */
  redirectAfterSuccess: Schema.optionalKey(Schema.String),
} as const

/** What a link offers, all that its company may change. Orders that were made keep the terms they were quoted. */
export const LinkTerms = Schema.Struct({
  title: textWithin(linkTextLimits.title),
  /** Centavos, at least one, before `additionalAmount`. */
  amount: AskedAmount,
  /** The company's own mark. */
  reference: Schema.NullOr(textWithin(linkTextLimits.reference)),
  customer: PrefilledCustomer,
  ...linkOptions,
}).check(
  Schema.makeFilter(({ amount, additionalAmount }) => amount + additionalAmount <= centavosMax, {
    expected: "an amount below 10¹¹ reais, additions included",
  }),
)
export type LinkTerms = typeof LinkTerms.Type

/** What is asked of the payer, in centavos, before interest and passed-on fees. */
export const linkTotal = ({ amount, additionalAmount }: Pick<LinkTerms, "amount" | "additionalAmount">): Centavos =>
  add(amount, additionalAmount)

/** What never changes about a link. */
export const LinkDetails = Schema.Struct({
  company: CompanyId,
  slug: LinkSlug,
  /** Which item of which batch it was made for; `null` if it was made by itself. */
  batch: Schema.NullOr(Schema.Struct({ token: BatchToken, position: ItemPosition })),
  createdAt: Instant,
})
export type LinkDetails = typeof LinkDetails.Type

/**
 * The state of the money of an order, as far as its link has to know.
 *
 * `in_flight`: the acquirer has been asked and has not decided. `open`: a Pix or slip can be paid. `ended`: no money is on its
 * way. `confirmed`: money was received, which nothing undoes.
 */
export const PaymentState = Schema.TaggedUnion({
  in_flight: {},
  open: {},
  ended: {},
  confirmed: { at: Instant },
})
export type PaymentState = typeof PaymentState.Type

/** An order that may still be paid. */
export const LivePayment = Schema.Struct({
  order: OrderNumber,
  state: Schema.Literals(["in_flight", "open"]),
})
export type LivePayment = typeof LivePayment.Type

/**
 * Most payments that a link waits for: payers make them without a credential, and each is read and written with the link. Beyond that the
 * oldest is forgotten for each that comes. It can be paid all the same, and is recorded then as that of an unknown order is. Our own choice.
 */
export const livePaymentsMax = 200

/**
 * Why a confirmed payment is one the link no longer asked for. It is accepted, for money is money. If several hold, the first.
 *
 * `duplicate`: the link is paid once, and another order had paid it before: the order owes a refund. `after_removal`, `after_expiry`:
 * late.
 */
export const PaymentFlag = Schema.Literals(["duplicate", "after_removal", "after_expiry"])
export type PaymentFlag = typeof PaymentFlag.Type

/**
 * What has become of a link.
 *
 * Not every payment is kept: those that may still come, the first, and those a person may have to look at. So a link that is paid
 * for years stays small; its orders tell the rest.
 */
export const LinkProgress = Schema.Struct({
  terms: LinkTerms,
  /**
   * The first confirmed payment, and when it was confirmed. Of a link that is paid once it is the earliest by that instant, in
   * whichever order the payments were reported; of two at one instant, and of those from before the link was paid once, it is the one that was
   * reported first.
   */
  paid: Schema.NullOr(Schema.Struct({ order: OrderNumber, at: Instant })),
  /**
   * Since when the link is paid once; absent if it was so from its creation, or may be paid often. What was confirmed before is one of many
   * payments it asked for.
   */
  onePaymentFrom: Schema.optionalKey(Instant),
  /** Each order once, in the order of their start. */
  payments: Schema.Array(LivePayment),
  /** Each order once. */
  flagged: Schema.Array(Schema.Struct({ order: OrderNumber, flag: PaymentFlag, at: Instant })),
  removedAt: Schema.NullOr(Instant),
  updatedAt: Instant,
})
export type LinkProgress = typeof LinkProgress.Type

export const PaymentLink = Schema.Struct({
  details: LinkDetails,
  /** How many events the link has: the sequence number of the last one, and what a writer compares before it writes. */
  version: Schema.Int,
  ...LinkProgress.fields,
})
export type PaymentLink = typeof PaymentLink.Type
