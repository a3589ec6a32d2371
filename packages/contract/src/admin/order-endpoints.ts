/**
 * What an operator can do to an order.
 */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Schema from "effect/Schema"
import { AdminAuthentication } from "../authentication.ts"
import { postErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { OrderView } from "../order/order-view.ts"
import { refundBody, resolveBody } from "./order-command.ts"
import { OrderHistoryView } from "./order-history.ts"

const params = {
  company: Schema.String.annotate({ description: "The company's id.", examples: ["1"] }),
  order_number: Schema.String.annotate({ description: "The transaction code.", examples: ["7K3M9Q2X5R8T"] }),
}

/** The order as it stands once it was done. */
const success = Schema.Struct({ data: OrderView })

const folder = "/companies/:company/orders/:order_number"

const errors = [...postErrors, NotFound] as const

export const Orders = HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.post("refund", `${folder}/refund`, {
      params,
      headers: IdempotencyHeaders,
      payload: refundBody.schema,
      success,
      error: errors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Refund an order",
        description:
          "Gives the payer money back: all that is left of the payment, or a part. Pix goes back for 90 days, a card " +
          "charge for 180, a slip by transfer. The body may be left out. Where the acquirer does not answer in time the " +
          "amount stays reserved, and it is asked again until it does: the history shows how the refund stands. 422 " +
          "where the order does not allow it or the acquirer did not do it.",
      }),
    ),
    HttpApiEndpoint.post("cancel", `${folder}/cancel`, {
      params,
      headers: IdempotencyHeaders,
      success,
      error: errors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Cancel an order",
        description:
          "Of an order that nobody has paid. What could still be paid or approved is withdrawn at the acquirer first. " +
          "422 where money was received or an outcome is not known. Money that comes all the same is kept: the order is " +
          "then `paid`.",
      }),
    ),
    HttpApiEndpoint.post("complete", `${folder}/complete`, {
      params,
      headers: IdempotencyHeaders,
      success,
      error: errors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Complete an order",
        description: "The company has done its part. 422 where it is not paid, given back or disputed.",
      }),
    ),
    HttpApiEndpoint.post("contest", `${folder}/contest`, {
      params,
      headers: IdempotencyHeaders,
      success,
      error: errors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Contest a chargeback",
        description: "The order is then in `dispute`, until the case is won or lost. 422 where no case holds money.",
      }),
    ),
    HttpApiEndpoint.post("resolve", `${folder}/resolve`, {
      params,
      headers: IdempotencyHeaders,
      payload: resolveBody.schema,
      success,
      error: errors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Settle by hand",
        description:
          "Of an attempt whose outcome the acquirer never told. It is asked once more, and its word counts where it has " +
          "one. 422 where the acquirer told how every attempt stands, or says otherwise now. A payment that it confirms " +
          "later outweighs `unpaid`.",
      }),
    ),
    HttpApiEndpoint.get("history", `${folder}/history`, {
      params,
      success: Schema.Struct({ data: OrderHistoryView }),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve an order's history",
        description:
          "Every recorded fact in sequence, why each webhook is or is not sent, and what became of those that are.",
      }),
    ),
  )
  .prefix("/admin/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "Orders", description: "What an operator can do to an order." }))
