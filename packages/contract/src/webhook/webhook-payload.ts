/** The body of a webhook: the order after the reported change. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { CardBrand } from "@vintem/domain/card"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import { decimalNumber } from "@vintem/domain/money"
import { cardOf, instrumentOf, ledgerOf, type Order, WebhookKind } from "@vintem/domain/order"
import type { WebhookNotification } from "@vintem/domain/ports"
import { WebhookEventId } from "@vintem/domain/webhook"
import * as Schema from "effect/Schema"
import {
  chargeView,
  decisiveAttempt,
  digitableOf,
  dueDateOf,
  OrderAddressView,
  OrderCustomerView,
  orderAddressView,
  orderCustomerView,
  paidAtView,
  payUrl,
} from "../order/order-view.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { paidExample } from "./webhook-example.ts"

/** The body that is sent. Every field is present; without a value it is null. Amounts are in reais. */
export const WebhookPayloadView = Schema.Struct({
  id: Schema.toEncoded(WebhookEventId).annotate({
    description:
      "The event's id, equal to the header `webhook-id` and the same on every attempt and redelivery: ignore an event you have seen.",
  }),
  platform: Schema.String.annotate({ description: "Names the sending service: `VINTEM_PLATFORM_NAME`." }),
  token: Schema.String.annotate({ description: "The order's token.", format: "uuid" }),
  public_key: Schema.String.annotate({ description: "The order's public key." }),
  order_number: Schema.String.annotate({ description: "The transaction code." }),
  status: WebhookKind.annotate({ description: "The kind of event." }),
  sequence: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
    description: "The position among the order's webhooks, from 1 without gaps. The highest has the latest change.",
  }),
  occurred_at: TimestampView,
  paid_at: Schema.NullOr(TimestampView).annotate({
    description: "When the first payment was recorded; null until then. Refunds and disputes do not change it.",
  }),
  src: Schema.NullOr(Schema.String).annotate({ description: "The order's external reference." }),
  ref: Schema.NullOr(Schema.String).annotate({ description: "The order's external reference." }),
  customer: OrderCustomerView,
  address: OrderAddressView.annotate({ description: "Its texts are empty if the order has no address." }),
  payment: Schema.Struct({
    method: Schema.NullOr(PaymentMethod).annotate({ description: "Null before the first attempt." }),
    name: Schema.NullOr(Schema.String).annotate({ description: "Display name; null before the first attempt." }),
    amount: Schema.Finite.annotate({ description: "What the payer pays." }),
    installments: Schema.NullOr(Schema.Int).annotate({ description: "Null before the first attempt." }),
    link_to_pay: Schema.String.annotate({ description: "The payer's page." }),
    digitable: Schema.NullOr(Schema.String).annotate({
      description: "The bank slip's typeable line, or the Pix copy-and-paste code.",
    }),
    due_date: Schema.NullOr(Schema.String).annotate({
      description: "The slip's due date, `YYYY-MM-DD`, or the Pix's expiry, `YYYY-MM-DD HH:MM:SS`.",
    }),
    card: Schema.NullOr(Schema.Struct({ brand: CardBrand, last_digits: Schema.String })),
    tid: Schema.NullOr(Schema.String).annotate({ description: "The acquirer's id of the charge." }),
    nsu: Schema.NullOr(Schema.String).annotate({ description: "The card network's sequential number; cards only." }),
  }).annotate({ description: "The payment that succeeded, else the latest." }),
  totals: Schema.Struct({
    subtotal: Schema.Finite.annotate({
      description: "Before interest and passed-on fees, after discounts, with shipping.",
    }),
    discount: Schema.Finite.annotate({ description: "Discount, coupon included." }),
    fee: Schema.NullOr(Schema.Finite).annotate({
      description: "What the payment costs the company; null before the first attempt.",
    }),
    total: Schema.Finite.annotate({ description: "What the payer pays." }),
    refunded: Schema.Finite.annotate({ description: "Sum of settled refunds, over all payments." }),
    charged_back: Schema.Finite.annotate({ description: "Sum taken by disputes, over all payments." }),
  }),
  items: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      quantity: Schema.Int,
      price: Schema.Finite.annotate({ description: "Price of one; below zero for a discount." }),
    }),
  ),
}).annotate({
  identifier: "WebhookPayload",
  description: "An order after a change. Amounts are in reais. Fields may be added, never removed.",
  examples: [paidExample],
})
export type WebhookPayloadView = typeof WebhookPayloadView.Type

/** The sender, and its pages. */
export interface WebhookSource {
  readonly platform: string
  /** Base of all returned URLs, without a slash at its end. */
  readonly publicUrl: string
}

/** The JSON text of a notification. Equal for equal notifications: it is signed, and sent as often as necessary. */
export const webhookPayload = (notification: WebhookNotification, source: WebhookSource): string =>
  JSON.stringify(webhookPayloadView(notification, source))

/**
 * The content of a notification. Only a card's brand and last digits leave this service, never anything that could
 * charge it.
 */
export const webhookPayloadView = (
  { id, kind, sequence, order, occurredAt }: WebhookNotification,
  { platform, publicUrl }: WebhookSource,
): WebhookPayloadView => {
  const { details } = order
  return {
    id,
    platform,
    token: details.token,
    public_key: details.publicKey,
    order_number: details.number,
    status: kind,
    sequence,
    occurred_at: saoPauloTimestamp(occurredAt),
    paid_at: paidAtView(order),
    src: details.src,
    ref: details.ref,
    customer: orderCustomerView(details.customer),
    address: orderAddressView(details.address),
    payment: paymentView(order, publicUrl),
    totals: totalsView(order),
    items: details.items.map(({ title, quantity, unitPrice }) => ({
      name: title,
      quantity,
      price: decimalNumber(unitPrice),
    })),
  }
}

const paymentView = (order: Order, publicUrl: string): WebhookPayloadView["payment"] => {
  const link_to_pay = payUrl(order, publicUrl)
  const attempt = decisiveAttempt(order)
  const { installments, nsu, tid } = chargeView(attempt)
  if (attempt === undefined) {
    return {
      method: null,
      name: null,
      amount: decimalNumber(order.details.amount),
      installments,
      link_to_pay,
      digitable: null,
      due_date: null,
      card: null,
      tid,
      nsu,
    }
  }
  const { quote } = attempt
  const instrument = instrumentOf(attempt)
  const card = cardOf(attempt)
  return {
    method: attempt._tag,
    name: methodRules[attempt._tag].title["pt-BR"],
    amount: decimalNumber(quote.charged),
    installments,
    link_to_pay,
    digitable: digitableOf(instrument),
    due_date: dueDateOf(instrument),
    card: card === null ? null : { brand: card.brand, last_digits: card.lastDigits },
    tid,
    nsu,
  }
}

const totalsView = (order: Order): WebhookPayloadView["totals"] => {
  const { amount, discount } = order.details
  const quote = decisiveAttempt(order)?.quote
  const { chargedBack, refunded } = ledgerOf(order)
  return {
    subtotal: decimalNumber(quote?.amount ?? amount),
    discount: decimalNumber(discount),
    fee: quote === undefined ? null : decimalNumber(quote.fee),
    total: decimalNumber(quote?.charged ?? amount),
    refunded: decimalNumber(refunded),
    charged_back: decimalNumber(chargedBack),
  }
}
