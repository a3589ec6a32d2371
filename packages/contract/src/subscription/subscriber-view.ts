/**
 * A subscription as the API shows it.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { CardBrand } from "@vintem/domain/card"
import { formatTelephone } from "@vintem/domain/customer"
import { PaymentMethod } from "@vintem/domain/method"
import { decimalString } from "@vintem/domain/money"
import {
  paidPeriodOf,
  renewalAmount,
  type Subscription,
  type SubscriptionMeans,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import * as Schema from "effect/Schema"
import { exampleCustomer, exampleOrder } from "../order/example-order.ts"
import { DecimalStringView } from "../order/order-view.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { SubscriberStatus, subscriberStatusOf } from "./subscriber-status.ts"

const DateView = Schema.String.annotate({ format: "date" })

const listed = {
  token: Schema.String.annotate({ format: "uuid" }),
  status: SubscriberStatus,
  link_to_pay: Schema.NullOr(Schema.String).annotate({
    description: "The payer's page of the unpaid renewal; null unless the subscription is overdue.",
  }),
  customer: Schema.Struct({
    token: Schema.String.annotate({ description: "Public key of the customer." }),
    email: Schema.String,
    telephone: Schema.String.annotate({ description: "With punctuation." }),
  }),
  subscription: Schema.Struct({
    from: DateView.annotate({ description: "First day of the paid period." }),
    to: DateView.annotate({ description: "The day on which it ends and the next period begins." }),
    next_charge: Schema.NullOr(DateView).annotate({
      description: "When the next period is charged or, if overdue, should have been; null if nothing more is charged.",
    }),
  }),
  checkout: Schema.Struct({
    slug: Schema.String,
    title: Schema.String,
    total: DecimalStringView.annotate({ description: "What each renewal charges, in reais." }),
  }),
  created_at: TimestampView,
} as const

const exampleListed = {
  token: "3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42",
  status: "subscriber_overdue",
  link_to_pay: exampleOrder.link_to_pay,
  customer: {
    token: "8f14e45f-ceea-467f-a8d5-2c1f0b7e9d33",
    email: exampleCustomer.email,
    telephone: exampleCustomer.telephone,
  },
  subscription: { from: "2026-10-21", to: "2026-11-21", next_charge: "2026-11-21" },
  checkout: { slug: "curso-de-violao", title: "Curso de violão", total: "99.90" },
  created_at: "2026-10-21 10:15:00",
} as const

/** A subscription in a list. */
export const SubscriberView = Schema.Struct(listed).annotate({ identifier: "Subscriber", examples: [exampleListed] })
export type SubscriberView = typeof SubscriberView.Type

/** One subscription, with its means of payment. */
export const SubscriberWithPaymentView = Schema.Struct({
  ...listed,
  payment: Schema.Struct({
    method: PaymentMethod.annotate({ description: "How future renewals are paid." }),
    card: Schema.NullOr(
      Schema.Struct({
        brand: CardBrand,
        last_digits: Schema.String,
        token: Schema.String.annotate({ description: "Charges the card again, in `payment.card.token` of an order." }),
      }),
    ).annotate({ description: "The card that renewals are charged to; null for Pix and bank slip." }),
  }),
}).annotate({
  identifier: "SubscriberWithPayment",
  examples: [
    {
      ...exampleListed,
      payment: {
        method: "credit",
        card: { brand: "visa", last_digits: "4242", token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11" },
      },
    },
  ],
})
export type SubscriberWithPaymentView = typeof SubscriberWithPaymentView.Type

/** @param publicUrl - base of all returned URLs, without a slash at its end */
export const subscriberView = (subscription: Subscription, publicUrl: string): SubscriberView => {
  const { details, renewal } = subscription
  const { checkout, customer, customerToken } = details
  const { from, to, nextCharge } = paidPeriodOf(subscription)
  const status = subscriptionStatusOf(subscription)
  return {
    token: details.token,
    status: subscriberStatusOf[status],
    link_to_pay: status === "overdue" && renewal !== null ? `${publicUrl}/pay/${renewal.publicKey}` : null,
    customer: { token: customerToken, email: customer.email, telephone: formatTelephone(customer.telephone) },
    subscription: { from, to, next_charge: nextCharge },
    checkout: { slug: checkout.slug, title: checkout.title, total: decimalString(renewalAmount(details)) },
    created_at: saoPauloTimestamp(details.createdAt),
  }
}

/** @param publicUrl - base of all returned URLs, without a slash at its end */
export const subscriberWithPaymentView = (
  subscription: Subscription,
  publicUrl: string,
): SubscriberWithPaymentView => ({
  ...subscriberView(subscription, publicUrl),
  payment: { method: subscription.means._tag, card: cardOf(subscription.means) },
})

const cardOf = (means: SubscriptionMeans): SubscriberWithPaymentView["payment"]["card"] =>
  means._tag === "credit"
    ? { brand: means.card.brand, last_digits: means.card.lastDigits, token: means.card.token }
    : null
