/** The answer of `POST /api/v1/order`: the order exists, and how to pay it or the outcome of its payment. */
import { instrumentOf, type Order, statusOf } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { exampleOrder, exampleSavedCard } from "./example-order.ts"
import { CardView, cardView, decisiveAttempt, digitableOf, dueDateOf, payUrl } from "./order-view.ts"
import { outcomeOf, sentenceOf } from "./payment-outcome.ts"

/** The order was created; `responseCode` has the outcome of its payment. */
export const CheckoutOrderResponse = Schema.Struct({
  responseCode: Schema.Literals([200, 402]).annotate({
    description: "200 if the payment was approved or is awaited, 402 if it was refused. The HTTP status is always 200.",
  }),
  responseData: Schema.String,
  success: Schema.Boolean.annotate({ description: "False only if the payment was refused." }),
  redirectAfterSuccess: Schema.NullOr(Schema.String).annotate({
    description: "The page to send the payer to, if any.",
  }),
  data: Schema.Struct({
    order_number: Schema.String,
    public_key: Schema.String,
    uptoken: Schema.String.annotate({ format: "uuid", description: "The order's token." }),
  }),
  payment: Schema.Struct({
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
  identifier: "CreateOrderResponse",
  examples: [
    {
      responseCode: 200,
      responseData: "Payment approved.",
      success: true,
      redirectAfterSuccess: "https://loja.example.com/obrigado",
      data: {
        order_number: exampleOrder.order_number,
        public_key: exampleOrder.public_key,
        uptoken: exampleOrder.token,
      },
      payment: {
        link_to_pay: null,
        digitable_number: null,
        due_date: null,
        card: exampleSavedCard,
      },
    },
  ],
})
export type CheckoutOrderResponse = typeof CheckoutOrderResponse.Type

/**
 * A refusal is an outcome of a correct request, so only the body has it: clients that throw on 4xx would lose the
 * order's number. An order under review, or with an unknown outcome, is a success here, because nothing was refused; an
 * `unpaid` webhook may follow.
 *
 * @param publicUrl - base of all returned URLs, without a slash at its end
 */
export const checkoutOrderAnswer = (order: Order, publicUrl: string): CheckoutOrderResponse => {
  const attempt = decisiveAttempt(order)
  const status = statusOf(order)
  const isRefused = outcomeOf(status) === "unpaid"
  const isPaidByCard = outcomeOf(status) === "paid" && attempt?._tag === "credit"
  const instrument = attempt === undefined ? null : instrumentOf(attempt)
  return {
    responseCode: isRefused ? 402 : 200,
    responseData: sentenceOf(status, attempt),
    success: !isRefused,
    redirectAfterSuccess: order.details.checkout?.redirectAfterSuccess ?? null,
    data: {
      order_number: order.details.number,
      public_key: order.details.publicKey,
      uptoken: order.details.token,
    },
    payment: {
      link_to_pay: isPaidByCard ? null : payUrl(order, publicUrl),
      digitable_number: digitableOf(instrument),
      due_date: dueDateOf(instrument),
      card: cardView(attempt),
    },
  }
}
