/** `GET /public/v1/orders/{public_key}`: an order, for its payer, without the customer's data. */
import { type Instant, saoPauloDate, saoPauloTimestamp } from "@vintem/domain/calendar"
import { type Company, pageColor, redirectAfterPaying } from "@vintem/domain/company"
import { priceList, type Quote } from "@vintem/domain/fees"
import { type Instrument, instrumentExpiry, methodRules, PaymentMethod } from "@vintem/domain/method"
import { centavos, centavosMax, checkedTimes, decimalNumber, zero } from "@vintem/domain/money"
import {
  type Attempt,
  attemptState,
  Decline,
  instrumentOf,
  isConfirmed,
  isUnreached,
  type Order,
  OrderStatus,
  orderStatusTitle,
  statusOf,
} from "@vintem/domain/order"
import { linkStatusOf, type PaymentLink } from "@vintem/domain/payment-link"
import { furtherPeriodsDue, isSubscribing, renewalAmount, type Subscription } from "@vintem/domain/subscription"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { exampleOrder, examplePixCode } from "../order/example-order.ts"
import { type InstrumentsView, instrumentView, instrumentViews, noInstrument } from "../order/instrument-view.ts"
import { CardView, cardView, decisiveAttempt } from "../order/order-view.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { RecurrenceView } from "../recurrence-view.ts"
import { bgColorMeaning, SellerView } from "./payer-link-view.ts"
import { methodsIn, PriceView, pricesView, QuoteView } from "./quote-view.ts"
import { WhyNotPayableField, whyNotPayable } from "./why-not-payable.ts"

const PayerDecline = Schema.Literals([...Decline.literals, "unreached"])
/** Why a payment brought nothing: the card was declined, or its charge never left this service. */
export type PayerDecline = typeof PayerDecline.Type

/** Amounts are in reais. */
export const PayerOrderView = Schema.Struct({
  public_key: Schema.String,
  order_number: Schema.String.annotate({ description: "The transaction code." }),
  status: OrderStatus,
  title: Schema.String.annotate({ description: "The status in Brazilian Portuguese." }),
  created_at: TimestampView,
  bg_color: Schema.NullOr(Schema.String).annotate({ description: bgColorMeaning }),
  company: SellerView,
  items: Schema.Array(Schema.Struct({ title: Schema.String, unit_price: Schema.Finite, quantity: Schema.Int })),
  discount: Schema.Finite.annotate({ description: "Discount on the items." }),
  shipping: Schema.Finite.annotate({ description: "Shipping, added to the items." }),
  amount: Schema.Finite.annotate({ description: "The amount before interest and passed-on fees." }),
  subscription: Schema.NullOr(
    Schema.Struct({
      title: Schema.String,
      keeps_card: Schema.Boolean.annotate({
        description:
          "Whether a card that pays the order is stored and charged for later periods: true if the subscription is paid by card.",
      }),
      periods_due: Schema.Struct({
        count: Schema.Int,
        total: Schema.Finite.annotate({ description: "Sum of all of them." }),
      }).annotate({
        description:
          "Later periods that have already begun: a card that pays the order is charged for them right after it, one by one. None if no card " +
          "is stored.",
      }),
    }),
  ).annotate({
    description: "The subscription that the order renews, until it is paid. Null if it is not a renewal.",
  }),
  begins_subscription: Schema.NullOr(
    Schema.Struct({
      title: Schema.String,
      amount: Schema.Finite.annotate({ description: "What each period after the first costs." }),
      recurrence: RecurrenceView,
    }),
  ).annotate({
    description:
      "The charges that follow the order, until it is paid: a card that pays it is stored for them. Null if there are none.",
  }),
  payment: Schema.NullOr(
    Schema.Struct({
      method: PaymentMethod,
      name: Schema.String.annotate({ description: "Display name of the method." }),
      installments: Schema.Int,
      total: Schema.Finite.annotate({ description: "What the payer pays or paid." }),
      card: Schema.NullOr(CardView).annotate({ description: "Its token is never shown here." }),
      paid_at: Schema.NullOr(TimestampView).annotate({ description: "When the money arrived; null if it did not." }),
      decline: Schema.NullOr(PayerDecline).annotate({
        description: "For a refused card, `soft`, or `hard` if it will never work; `unreached` if nothing was sent.",
      }),
    }),
  ).annotate({ description: "The payment that brought the money, else the latest; null if none was tried." }),
  ...instrumentViews,
  can_be_paid: Schema.Boolean.annotate({
    description: "Whether a payment can be requested now.",
  }),
  cannot_be_paid_because: WhyNotPayableField,
  methods: Schema.Array(PaymentMethod).annotate({ description: "The methods of payment possible now." }),
  price: PriceView,
  quotes: Schema.Array(QuoteView).annotate({ description: "What each option costs." }),
  redirect_after_success: Schema.NullOr(Schema.String).annotate({ description: "Where to go after paying." }),
}).annotate({
  identifier: "PayerOrder",
  examples: [
    {
      public_key: exampleOrder.public_key,
      order_number: exampleOrder.order_number,
      status: "waiting_payment",
      title: orderStatusTitle.waiting_payment,
      created_at: exampleOrder.created_at,
      bg_color: "#0B6E4F",
      company: { name: "Escola de Violão", logo_url: null },
      items: [{ title: "Mensalidade de novembro", unit_price: 100, quantity: 1 }],
      discount: 0,
      shipping: 0,
      amount: 100,
      subscription: null,
      begins_subscription: null,
      payment: {
        method: "pix",
        name: methodRules.pix.title["pt-BR"],
        installments: 1,
        total: 100,
        card: null,
        paid_at: null,
        decline: null,
      },
      ...noInstrument,
      pix: {
        code: examplePixCode,
        total: 100,
        expires_at: "2026-11-21 10:25:00",
      },
      can_be_paid: true,
      cannot_be_paid_because: null,
      methods: ["credit"],
      price: { amount: 100, is_least: false },
      quotes: [
        {
          method: "credit",
          name: methodRules.credit.title["pt-BR"],
          installments: 1,
          first: 100,
          other: null,
          total: 100,
          interest: 0,
          interest_free: false,
          passed_on_fee: 0,
          monthly_rate: 0,
          annual_rate: 0,
          discount: null,
        },
      ],
      redirect_after_success: null,
    },
  ],
})
export type PayerOrderView = typeof PayerOrderView.Type

/** One order. */
export const PayerOrderResponse = Schema.Struct({ data: PayerOrderView })

/** An order at a moment, with its prices. */
export interface OfferedOrder {
  readonly order: Order
  readonly company: Company
  /** The order's payment link, if any. */
  readonly link: PaymentLink | null
  /** The subscription whose open renewal this order is. Null for other orders. */
  readonly subscription: Subscription | null
  readonly canBePaid: boolean
  /** True if an open Pix or slip still has to be paid, as far as its link knows. */
  readonly isWanted: boolean
  /** Every way to pay now. */
  readonly quotes: ReadonlyArray<Quote>
}

export const payerOrderView = (offered: OfferedOrder, now: Instant): PayerOrderView => {
  const { order, company, link, canBePaid, quotes } = offered
  const { details } = order
  const status = statusOf(order)
  const showsLogo = link?.terms.showCompanyLogo ?? true
  return {
    public_key: details.publicKey,
    order_number: details.number,
    status,
    title: orderStatusTitle[status],
    created_at: saoPauloTimestamp(details.placedAt),
    bg_color: pageColor(company.pages, link?.terms ?? null),
    company: { name: company.name, logo_url: showsLogo ? company.logoUrl : null },
    items: details.items.map(({ title, unitPrice, quantity }) => ({
      title,
      unit_price: decimalNumber(unitPrice),
      quantity,
    })),
    discount: decimalNumber(details.discount),
    shipping: decimalNumber(details.shipping?.total ?? zero),
    amount: decimalNumber(details.amount),
    subscription: subscriptionView(offered.subscription, now),
    begins_subscription: begunView(order),
    payment: paymentView(decisiveAttempt(order)),
    ...instrumentsView(payableInstruments(offered, now)),
    can_be_paid: canBePaid,
    cannot_be_paid_because: whyNotPayable({
      canBePaid,
      isClosed: isClosed(offered, now),
      isUnderModeration: company.underModeration,
    }),
    methods: methodsIn(quotes),
    ...pricesView(priceList(quotes), details.feeMode ?? "none"),
    redirect_after_success:
      details.checkout?.redirectAfterSuccess ?? redirectAfterPaying(company.pages, link?.terms ?? null),
  }
}

/** True if nothing can be paid any more: it was paid or canceled, or its link accepts no payment. */
const isClosed = ({ order, link }: OfferedOrder, now: Instant): boolean =>
  isConfirmed(order) || order.canceledAt !== null || (link !== null && linkStatusOf(link, now) !== "open")

/** Nothing else of a subscription is shown: the visitor of the page may be a helper. */
const subscriptionView = (subscription: Subscription | null, now: Instant): PayerOrderView["subscription"] => {
  if (subscription === null) return null
  const { details, means } = subscription
  const keepsCard = means._tag === "credit"
  const count = keepsCard ? furtherPeriodsDue(subscription, saoPauloDate(now)) : 0
  const total = Result.getOrElse(checkedTimes(renewalAmount(details), count), () => centavos(centavosMax))
  return {
    title: details.checkout.title,
    keeps_card: keepsCard,
    periods_due: { count, total: decimalNumber(total) },
  }
}

/** Null if the order's subscription ends with its first period. */
const begunView = (order: Order): PayerOrderView["begins_subscription"] => {
  const { checkout, items } = order.details
  const item = items.at(0)
  const isOpen = isSubscribing(order) && !isConfirmed(order) && order.canceledAt === null
  if (!isOpen || item === undefined || checkout?.recurrence === undefined || checkout.recurrence.cycles === 1)
    return null
  const { recurrence, title } = checkout
  return { title, amount: decimalNumber(renewalAmount({ item })), recurrence }
}

const paymentView = (attempt: Attempt | undefined): PayerOrderView["payment"] => {
  if (attempt === undefined) return null
  const { charged, installments } = attempt.quote
  const { payment } = attempt
  const card = cardView(attempt)
  return {
    method: attempt._tag,
    name: methodRules[attempt._tag].title["pt-BR"],
    installments: installments.length,
    total: decimalNumber(charged),
    card: card === null ? null : withoutToken(card),
    paid_at: payment === null ? null : saoPauloTimestamp(payment.confirmedAt),
    decline: declineOf(attempt),
  }
}

const declineOf = (attempt: Attempt): PayerDecline | null => {
  const state = attemptState(attempt.facts)
  if (isUnreached(attempt) && (state === "refused" || state === "voided")) return "unreached"
  return state === "refused" && attempt._tag === "credit" ? (attempt.decline ?? "soft") : null
}

/** A card for a payer, without its token: with it, any reader of the page could charge the card. */
export const withoutToken = (card: typeof CardView.Type): typeof CardView.Type => ({ ...card, token: null })

interface Payable {
  readonly instrument: Instrument
  readonly quote: Quote
}

/** An instrument that is no longer wanted is not shown, although the acquirer might still accept a payment. */
const payableInstruments = ({ order, isWanted }: OfferedOrder, now: Instant): ReadonlyArray<Payable> =>
  isConfirmed(order) || order.canceledAt !== null || !isWanted
    ? []
    : order.attempts.flatMap((attempt) => {
        const instrument = instrumentOf(attempt)
        return attemptState(attempt.facts) === "open" && instrument !== null && now < instrumentExpiry(instrument)
          ? [{ instrument, quote: attempt.quote }]
          : []
      })

const instrumentsView = (payables: ReadonlyArray<Payable>): InstrumentsView => {
  let shown: InstrumentsView = noInstrument
  for (const { instrument, quote } of payables) shown = { ...shown, ...instrumentView(instrument, quote.charged) }
  return shown
}
