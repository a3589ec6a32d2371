/** A company's orders, and the commands on them. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { postErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { exampleOrder } from "../order/example-order.ts"
import { OrderSearchQuery } from "../order/order-list.ts"
import { OrderView } from "../order/order-view.ts"
import { PageEnvelope } from "../pagination.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import { FoundOrderView } from "./found-order.ts"
import { orderCommandAbout, refundBody, resolveBody } from "./order-command.ts"
import { OrderHistoryView } from "./order-history.ts"

const params = {
  company,
  order_number: Schema.String.annotate({ description: "The transaction code.", examples: [exampleOrder.order_number] }),
}

/** The order after the command. */
const success = Schema.Struct({ data: OrderView })

const folder = "/companies/:company/orders/:order_number"

const errors = [...postErrors, NotFound] as const

export const Orders = HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("find", "/orders/:number_or_key", {
      params: {
        number_or_key: Schema.String.annotate({
          description: "The transaction code, or the public key from the URL of the payer's page.",
          examples: [exampleOrder.order_number],
        }),
      },
      success: dataOf(FoundOrderView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Find an order of any company",
        description: "Shows its company and its state, and nothing of the payer. The company's pages show the rest.",
      }),
    ),
    HttpApiEndpoint.get("list", "/companies/:company/orders", {
      params: { company },
      query: OrderSearchQuery,
      success: PageEnvelope(OrderView),
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List orders",
          description: "The company's orders, newest first, 15 a page. All filters must match.",
        }),
      ),
    HttpApiEndpoint.get("get", folder, { params, success, error: NotFound }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve an order",
        description: "One of the company's orders, as it is now.",
      }),
    ),
    HttpApiEndpoint.post("refund", `${folder}/refund`, {
      params,
      headers: IdempotencyHeaders,
      payload: refundBody.schema,
      success,
      error: errors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Refund an order",
        description: `${orderCommandAbout.refund} The history shows the refund's state.`,
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
        description: orderCommandAbout.cancel,
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
        description: orderCommandAbout.complete,
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
        description: "The order is then in `dispute` until the case is won or lost. 422 if no dispute holds money.",
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
          "Decides an attempt whose outcome the acquirer never reported. The service asks it once more; an answer counts instead. 422 if no " +
          "outcome is missing, or if the acquirer now reports another one. A payment that it confirms later overrides `unpaid`.",
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
          "Every recorded fact in sequence, why each webhook is or is not sent, and the outcome of those that are.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Orders", description: "Sales, their payments, and commands on them." }))
