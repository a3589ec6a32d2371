/**
 * The public API, for companies.
 *
 * `decode…` next to the schemas declared here reads POST bodies. The schemas describe what a client should send; the
 * decoders are more lenient, and report every fault at once.
 */

import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { orderCommandAbout, refundBody } from "./admin/order-command.ts"
import { Authentication, QueryFaults } from "./authentication.ts"
import { postErrors } from "./body-errors.ts"
import { NotFound } from "./errors.ts"
import { IdempotencyHeaders } from "./input/idempotency-key.ts"
import { documentation } from "./openapi/documentation.ts"
import { scopeOf } from "./operation-scopes.ts"
import { CheckoutOrderResponse } from "./order/checkout-order-answer.ts"
import { CheckoutOrderRequest } from "./order/checkout-order-request.ts"
import { exampleOrder } from "./order/example-order.ts"
import { OrderListQuery } from "./order/order-list.ts"
import { OrderStatusList } from "./order/order-status-list.ts"
import { OrderView } from "./order/order-view.ts"
import { SingleOrderResponse } from "./order/single-order-answer.ts"
import { SingleOrderRequest } from "./order/single-order-request.ts"
import { PageEnvelope } from "./pagination.ts"
import { PaymentLinkBulk, PaymentLinks } from "./payment-link/payment-link-api.ts"
import { Subscribers } from "./subscription/subscriber-api.ts"
import { describedWebhooks } from "./webhook/webhook-description.ts"

/** A page of orders. */
export const OrderPage = PageEnvelope(OrderView)

/** One order. */
export const OrderResponse = Schema.Struct({ success: Schema.Boolean.annotate({ examples: [true] }), data: OrderView })

const orderPath = {
  order_number: Schema.String.annotate({ description: "The transaction code.", examples: [exampleOrder.order_number] }),
}

const Orders = HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("list", "/order", { query: OrderListQuery, success: OrderPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List orders",
          description: "The company's orders, newest first, 15 a page. All filters must match.",
        }),
      ),
    HttpApiEndpoint.post("create", "/order", {
      headers: IdempotencyHeaders,
      payload: CheckoutOrderRequest,
      success: CheckoutOrderResponse,
      error: postErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create an order on a checkout",
        description:
          "Creates an order on a checkout of the catalogue, with other items and discounts, a coupon and shipping, and requests its payment: " +
          "a card is charged in the same request. A refused payment returns 200 and `responseCode: 402`. 403 if the company is under " +
          "moderation.",
      }),
    ),
    HttpApiEndpoint.post("createSingle", "/order/single", {
      headers: IdempotencyHeaders,
      payload: SingleOrderRequest,
      success: SingleOrderResponse,
      error: postErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create an order and process its payment",
        description:
          "Creates an order of items outside the catalogue and processes its payment in the same request. A refused payment returns 200, " +
          "`hasError: true` and status `unpaid`. 403 if the company is under moderation, or if the request comes from a cloud-hosting " +
          "address and the company refuses those.",
      }),
    ),
    HttpApiEndpoint.get("statuses", "/order/status", { success: OrderStatusList }).annotateMerge(
      OpenApi.annotations({
        summary: "List order statuses",
        description: "Every status an order can have, with its title in Brazilian Portuguese.",
      }),
    ),
    HttpApiEndpoint.get("get", "/order/:order_number", {
      params: orderPath,
      success: OrderResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve an order",
        description: "One of the company's orders, as it is now.",
      }),
    ),
    HttpApiEndpoint.post("refund", "/order/:order_number/refund", {
      params: orderPath,
      headers: IdempotencyHeaders,
      payload: refundBody.schema,
      success: OrderResponse,
      error: [...postErrors, NotFound],
    }).annotateMerge(OpenApi.annotations({ summary: "Refund an order", description: orderCommandAbout.refund })),
    HttpApiEndpoint.post("cancel", "/order/:order_number/cancel", {
      params: orderPath,
      headers: IdempotencyHeaders,
      success: OrderResponse,
      error: [...postErrors, NotFound],
    }).annotateMerge(OpenApi.annotations({ summary: "Cancel an order", description: orderCommandAbout.cancel })),
    HttpApiEndpoint.post("complete", "/order/:order_number/complete", {
      params: orderPath,
      headers: IdempotencyHeaders,
      success: OrderResponse,
      error: [...postErrors, NotFound],
    }).annotateMerge(OpenApi.annotations({ summary: "Complete an order", description: orderCommandAbout.complete })),
  )
  .prefix("/api/v1")
  .middleware(Authentication)
  .annotateMerge(OpenApi.annotations({ title: "Orders", description: "Sales, and how they were paid." }))

export class PublicApi extends HttpApi.make("vintem")
  .add(Orders, PaymentLinks, PaymentLinkBulk, Subscribers)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    documentation({
      title: "Vintém payment service",
      description: "Orders, subscriptions and payment links, paid by credit card, Pix or bank slip.",
      isRateLimited: true,
      webhooks: describedWebhooks,
      scopeOf,
    }),
  ) {}
