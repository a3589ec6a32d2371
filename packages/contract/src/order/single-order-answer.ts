/**
 * The answer of `POST /api/v1/order/single`: the outcome of the payment. A refused payment is an answer too, not an
 * error.
 */
import { instrumentOf, type Order, statusOf } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { exampleCharge, exampleOrder, examplePixCode, exampleSavedCard } from "./example-order.ts"
import { CardView, cardView, decisiveAttempt, digitableOf, dueDateOf, payUrl } from "./order-view.ts"
import { outcomeOf, PaymentOutcome, sentenceOf } from "./payment-outcome.ts"

/** The order was created; `data.status` has the outcome of its payment. */
export const SingleOrderResponse = Schema.Struct({
  success: Schema.Boolean.annotate({ description: "True only if the order is paid." }),
  hasError: Schema.Boolean.annotate({ description: "True only if the payment was refused." }),
  response: Schema.String,
  data: Schema.Struct({ order_number: Schema.String, public_key: Schema.String, status: PaymentOutcome }),
  payment: Schema.Struct({
    tid: Schema.NullOr(Schema.String),
    nsu: Schema.NullOr(Schema.String),
    link_to_pay: Schema.NullOr(Schema.String).annotate({ description: "The payer's page; null for a paid card." }),
    digitable_number: Schema.NullOr(Schema.String).annotate({
      description: "The bank slip's typeable line, or the Pix copy-and-paste code.",
    }),
    due_date: Schema.NullOr(Schema.String).annotate({
      description: "The slip's due date, `YYYY-MM-DD`, or the Pix's expiry, `YYYY-MM-DD HH:MM:SS`.",
    }),
    card: Schema.NullOr(CardView),
  }),
}).annotate({
  identifier: "SingleOrderResponse",
  description: "The order was created; `data.status` says how its payment went.",
  examples: [
    {
      success: true,
      hasError: false,
      response: "Payment approved.",
      data: { order_number: exampleOrder.order_number, public_key: exampleOrder.public_key, status: "paid" },
      payment: {
        ...exampleCharge,
        link_to_pay: null,
        digitable_number: null,
        due_date: null,
        card: exampleSavedCard,
      },
    },
    {
      success: false,
      hasError: true,
      response: "Payment refused.",
      data: { order_number: "8N4P1W6Y3S7V", public_key: "k7RdQ2nZx9Tc4uJb6VfMeA", status: "unpaid" },
      payment: {
        tid: "10069930690009D2A47B",
        nsu: null,
        link_to_pay: "https://pay.example.com/pay/k7RdQ2nZx9Tc4uJb6VfMeA",
        digitable_number: null,
        due_date: null,
        card: { token: null, brand: "visa", last_digits: "0002" },
      },
    },
    {
      success: false,
      hasError: false,
      response: "Waiting for payment.",
      data: { order_number: "9P5Q2Z7B4T8W", public_key: "m3SfW8pXv5Hd1yKc9LgNoA", status: "waiting_payment" },
      payment: {
        tid: "10069930690009D2A47C",
        nsu: null,
        link_to_pay: "https://pay.example.com/pay/m3SfW8pXv5Hd1yKc9LgNoA",
        digitable_number: examplePixCode,
        due_date: "2026-11-21 10:45:00",
        card: null,
      },
    },
  ],
})
export type SingleOrderResponse = typeof SingleOrderResponse.Type

/**
 * `success` is true if and only if the order is paid, `hasError` if and only if it is unpaid. A new Pix is neither,
 * although it is a success of `POST /api/v1/order`. Both follow the API document.
 *
 * @param publicUrl - base of all returned URLs, without a slash at its end
 */
export const singleOrderAnswer = (order: Order, publicUrl: string): SingleOrderResponse => {
  const orderStatus = statusOf(order)
  const status = outcomeOf(orderStatus)
  const attempt = decisiveAttempt(order)
  const isPaidByCard = status === "paid" && attempt?._tag === "credit"
  const instrument = attempt === undefined ? null : instrumentOf(attempt)
  return {
    success: status === "paid",
    hasError: status === "unpaid",
    response: sentenceOf(orderStatus, attempt),
    data: { order_number: order.details.number, public_key: order.details.publicKey, status },
    payment: {
      tid: attempt?.tid ?? null,
      nsu: attempt?._tag === "credit" ? attempt.nsu : null,
      link_to_pay: isPaidByCard ? null : payUrl(order, publicUrl),
      digitable_number: digitableOf(instrument),
      due_date: dueDateOf(instrument),
      card: cardView(attempt),
    },
  }
}
