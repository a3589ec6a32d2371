/** A payment link: a public page for one amount, its offer, and its payments. */
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

/** Bounds of a link's texts, in code points. The API document shows them. */
export const linkTextLimits = {
  title: { min: 1, max: 150, isShown: true },
  description: { min: 0, max: 1_000, isMultiline: true, isShown: true },
  reference: { min: 1, max: 100 },
} as const

/** A requested amount: at least one centavo. */
export const AskedAmount = Centavos.check(Schema.isGreaterThanOrEqualTo(1))

/** The known data of the payer, each part `null` if unknown. The payer may change it. */
export const PrefilledCustomer = Schema.Struct({
  name: Schema.NullOr(FullName),
  email: Schema.NullOr(Email),
  phone: Schema.NullOr(Telephone),
  document: Schema.NullOr(Document),
  postcode: Schema.NullOr(PostalCode),
  /** House number. */
  number: Schema.NullOr(textWithin(addressLimits.number)),
  /** The address that a lookup found for `postcode`. Null if there is none, and the payer enters it. */
  address: Schema.NullOr(FoundAddress),
})
export type PrefilledCustomer = typeof PrefilledCustomer.Type

/** A payer without any known data. */
export const unknownCustomer: PrefilledCustomer = {
  name: null,
  email: null,
  phone: null,
  document: null,
  postcode: null,
  number: null,
  address: null,
}

/** The options that a link shares with the defaults of a batch. */
export const linkOptions = {
  /** `""` if there is none. */
  description: textWithin(linkTextLimits.description),
  /** Centavos, zero or more, added to the amount. */
  additionalAmount: Centavos.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The page's background color. */
  bgColor: Schema.NullOr(HexColor),
  showCompanyLogo: Schema.Boolean,
  /** The last day on which the link can be paid, inclusive. `null` for no last day. */
  expiredAt: Schema.NullOr(LocalDate),
  /** True if the link accepts one payment only. */
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
  /** Where the payer goes after paying, an http or https URL. Missing for the company's. */
  redirectAfterSuccess: Schema.optionalKey(Schema.String),
} as const

/** The terms of a link: everything that its company may change. Existing orders keep the terms they were quoted. */
export const LinkTerms = Schema.Struct({
  title: textWithin(linkTextLimits.title),
  /** Centavos, at least one, before `additionalAmount`. */
  amount: AskedAmount,
  /** The company's own reference. */
  reference: Schema.NullOr(textWithin(linkTextLimits.reference)),
  customer: PrefilledCustomer,
  ...linkOptions,
}).check(
  Schema.makeFilter(({ amount, additionalAmount }) => amount + additionalAmount <= centavosMax, {
    expected: "an amount below 10¹¹ reais, additions included",
  }),
)
export type LinkTerms = typeof LinkTerms.Type

/** The payer's total in centavos, before interest and passed-on fees. */
export const linkTotal = ({ amount, additionalAmount }: Pick<LinkTerms, "amount" | "additionalAmount">): Centavos =>
  add(amount, additionalAmount)

/** The parts of a link that never change. */
export const LinkDetails = Schema.Struct({
  company: CompanyId,
  slug: LinkSlug,
  /** The batch and item that it was made for. `null` if it was made alone. */
  batch: Schema.NullOr(Schema.Struct({ token: BatchToken, position: ItemPosition })),
  createdAt: Instant,
})
export type LinkDetails = typeof LinkDetails.Type

/**
 * The state of an order's money, as far as its link needs it.
 *
 * `in_flight`: the acquirer was asked and has not decided. `open`: a Pix or slip can be paid. `ended`: no money is on
 * its way. `confirmed`: money was received. Nothing undoes that.
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
 * The most payments that a link waits for: payers make them without a credential, and each is read and written with the
 * link. If there are more, each new one makes the link forget the oldest. A forgotten one can still be paid, and is
 * then recorded like an unknown order's. Our own choice.
 */
export const livePaymentsMax = 200

/**
 * Why the link no longer asked for a confirmed payment. It is accepted, because the money has arrived. If several
 * reasons hold, the first is given.
 *
 * `duplicate`: the link accepts one payment, and another order had paid it: this order owes a refund. `after_removal`,
 * `after_expiry`: late.
 */
export const PaymentFlag = Schema.Literals(["duplicate", "after_removal", "after_expiry"])
export type PaymentFlag = typeof PaymentFlag.Type

/**
 * The progress of a link.
 *
 * It does not keep every payment: only those that may still come, the first, and those that a person may have to look
 * at. So a link that is paid for years stays small; its orders have the rest.
 */
export const LinkProgress = Schema.Struct({
  terms: LinkTerms,
  /**
   * The first confirmed payment, and when it was confirmed. On a single-payment link it is the earliest by that
   * instant, in whichever order payments were reported. If two share an instant, or came before the link became
   * single-payment, the one reported first.
   */
  paid: Schema.NullOr(Schema.Struct({ order: OrderNumber, at: Instant })),
  /**
   * Since when the link accepts one payment. Missing if it did from its creation, or accepts many. Payments confirmed
   * before this instant are all accepted.
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
  /** The number of the link's last event. A writer compares it before writing. */
  version: Schema.Int,
  ...LinkProgress.fields,
})
export type PaymentLink = typeof PaymentLink.Type
