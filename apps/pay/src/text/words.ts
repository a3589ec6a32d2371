/**
 * Everything the pages say, in one language. The script in the browser says the same words as the server.
 */
import type { PayerDecline, WhyNotPayable } from "@vintem/contract"
import type { CardBrand } from "@vintem/domain/card"
import type { Recurrence } from "@vintem/domain/catalogue"
import type { PageLanguage } from "@vintem/domain/company"
import type { PaymentMethod } from "@vintem/domain/method"
import type { OrderStatus } from "@vintem/domain/order"

export interface Words {
  /** Of the page, as browsers and screen readers know it (BCP 47). */
  readonly language: PageLanguage
  /** @param amount - reais */
  readonly money: (amount: number) => string
  readonly percent: (share: number) => string
  /** @param date - `YYYY-MM-DD` */
  readonly day: (date: string) => string
  /** @param timestamp - `YYYY-MM-DD HH:MM:SS` of São Paulo */
  readonly minute: (timestamp: string) => string

  /** Before a price that is the least of several. */
  readonly startingAt: string
  readonly paymentTo: (amount: string, isLeast: boolean, company: string) => string
  readonly methods: Readonly<Record<PaymentMethod, { readonly name: string; readonly hint: string }>>
  readonly brands: Readonly<Partial<Record<CardBrand, string>>>
  readonly fields: Readonly<Record<FieldName, string>>
  readonly contact: string
  readonly contactIsKnown: string
  readonly address: string
  readonly chooseMethod: string
  readonly card: string
  readonly installments: string
  /** Which subscription's period is paid. */
  readonly ofSubscription: (title: string) => string
  /** @param amount - of each period after the first */
  readonly beginsSubscription: (title: string, amount: string, recurrence: Recurrence) => string
  readonly cardIsKept: string
  /** @param total - of all of them together */
  readonly chargedAtOnce: (periods: number, total: string) => string
  readonly pay: (amount: string) => string
  readonly scriptForCard: string
  readonly allPrices: string
  readonly way: string
  readonly payments: string
  readonly total: string
  readonly atOnce: string
  readonly times: (count: number, amount: string) => string
  readonly upTo: (payments: string) => string
  readonly firstOne: (amount: string) => string
  readonly inTotal: (amount: string) => string
  readonly interest: (amount: string, monthly: string, annual: string) => string
  readonly noInterest: string
  readonly withFee: (amount: string) => string
  readonly cheaperBy: (amount: string, percent: string) => string
  /** What a price is made of. @param more - what the company adds; null for nothing. @param hasFee - whether the method's fee comes on top */
  readonly madeOf: (amount: string, more: string | null, hasFee: boolean) => string

  readonly openUntil: (day: string) => string
  readonly linkIs: Readonly<Record<"paid" | "expired", Notice>>
  readonly cannotBePaid: Readonly<Record<WhyNotPayable, Notice>>
  readonly orderIs: Readonly<Record<OrderStatus, Notice>>
  readonly refused: Readonly<Record<PayerDecline, Notice>>
  readonly pixEnded: Notice
  readonly slipEnded: Notice
  readonly openPix: Notice
  readonly openSlip: Notice
  readonly otherWay: string
  readonly tryAgain: string

  readonly order: (number: string) => string
  readonly item: string
  readonly quantity: string
  readonly price: string
  readonly shipping: string
  readonly discount: string
  readonly qrCode: string
  readonly pixCode: string
  readonly pixUntil: (minute: string) => string
  readonly pixSteps: ReadonlyArray<string>
  readonly timeLeft: string
  readonly slipLine: string
  readonly slipBars: string
  readonly slipDue: (day: string) => string
  readonly beneficiary: string
  readonly payer: string
  readonly copy: string
  readonly copied: string
  readonly print: string
  readonly receipt: string
  readonly receiptOf: Readonly<Record<"amount" | "method" | "at" | "number" | "company", string>>
  readonly cardEndsIn: (brand: string, digits: string) => string
  readonly backToShop: string
  /** Where a script will go by itself. @param seconds - until then */
  readonly returning: (seconds: number) => string
  readonly stay: string

  readonly notFound: Notice
  readonly tooMany: Notice
  readonly broken: Notice

  readonly faultsAbove: string
  readonly faults: Readonly<Record<FieldName, FaultWords>>
  readonly holderHasDigits: string
  /** Nothing is left of the name once only Latin letters are. */
  readonly holderHasNoLetters: string
  readonly otherFault: string
  readonly cardsStopped: (minute: string | null) => string
  readonly methodTaken: string
  readonly priceTooHigh: string
  readonly priceChanged: string
  readonly formSentBefore: string
  readonly couponGone: string
  /** The postal code is another one, and the rest of the address was replaced by what belongs to it. */
  readonly addressReplaced: string
  /** Nothing is known of the postal code, and the address of the one before was taken out. */
  readonly addressUnknown: string
  readonly sending: string
  readonly offline: string
  readonly waitAndTry: string
  readonly paidBefore: string
  readonly payOnceMore: string
  readonly seeReceipt: string
  readonly goOn: string
  readonly begunBefore: string
}

/** What a page says first: what is the case, and what it means for the payer. */
export interface Notice {
  readonly title: string
  readonly text: string
}

interface FaultWords {
  readonly missing: string
  readonly wrong: string
}

/** What a payer fills in, by the paths of requests. */
export type FieldName =
  | "customer.fullname"
  | "customer.email"
  | "customer.taxvat"
  | "customer.telephone"
  | "address.postcode"
  | "address.street"
  | "address.number"
  | "address.complement"
  | "address.district"
  | "address.city"
  | "address.region"
  | "payment.method"
  | "payment.installments"
  | "payment.card.number"
  | "payment.card.holder"
  | "payment.card.expiration"
  | "payment.card.security"
