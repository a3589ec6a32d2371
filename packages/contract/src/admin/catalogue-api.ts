/**
 * The part of the administration that sets up what a company sells: products, checkouts, coupons, billing rules, and its webhook.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { bodyErrors, postErrors } from "../body-errors.ts"
import { Invalid, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { MessageResponse } from "../message-response.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { CheckoutView, checkoutBody, checkoutChangeBody } from "./checkout.ts"
import { CouponView, couponBody, couponChangeBody } from "./coupon.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import { PaymentLinkRuleView, paymentLinkRuleBody, paymentLinkRuleChangeBody } from "./payment-link-rule.ts"
import { ProductView, productBody, productChangeBody } from "./product.ts"
import { SentTestEventView, testEventsPerMinute } from "./sent-test-event.ts"
import { CompanyWebhookView, WebhookView, webhookBody } from "./webhook.ts"

/** A page of products. */
export const ProductPage = PageEnvelope(ProductView)

/** A page of checkouts. */
export const CheckoutPage = PageEnvelope(CheckoutView)

/** A page of coupons. */
export const CouponPage = PageEnvelope(CouponView)

/** A page of billing rules. */
export const PaymentLinkRulePage = PageEnvelope(PaymentLinkRuleView)

const product = Schema.String.annotate({ description: "The product's id.", examples: ["7"] })

/** What a company sells, registered beforehand. */
export const Products = HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.post("create", "/companies/:company/products", {
      params: { company },
      headers: IdempotencyHeaders,
      payload: productBody.schema,
      success: dataOf(ProductView).pipe(HttpApiSchema.status(201)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a product",
        description: "Checkouts sell products. Single orders do not need one.",
      }),
    ),
    HttpApiEndpoint.get("list", "/companies/:company/products", {
      params: { company },
      query: PageQuery,
      success: ProductPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations({ summary: "List products", description: "Newest first, 15 a page." })),
    HttpApiEndpoint.get("get", "/companies/:company/products/:product", {
      params: { company, product },
      success: dataOf(ProductView),
      error: NotFound,
    }).annotateMerge(OpenApi.annotations({ summary: "Retrieve a product", description: "One product." })),
    HttpApiEndpoint.put("update", "/companies/:company/products/:product", {
      params: { company, product },
      payload: productChangeBody.schema,
      success: dataOf(ProductView),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a product",
        description: "Absent fields keep their value, `null` clears. Orders keep the values they were placed with.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/companies/:company/products/:product", {
      params: { company, product },
      success: MessageResponse,
      error: [NotFound, Invalid],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a product",
        description: "422 if a checkout sells it. Orders keep the values they were placed with.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Products",
      description: "What a company sells, registered beforehand.",
    }),
  )

const slug = Schema.String.annotate({ description: "The checkout's slug.", examples: ["curso-de-violao"] })

/** Offers of products, once or by subscription. `POST /api/v1/order` names them by their slug. */
export const Checkouts = HttpApiGroup.make("checkouts")
  .add(
    HttpApiEndpoint.post("create", "/companies/:company/checkouts", {
      params: { company },
      headers: IdempotencyHeaders,
      payload: checkoutBody.schema,
      success: dataOf(CheckoutView).pipe(HttpApiSchema.status(201)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a checkout",
        description: "A checkout with a recurrence sells subscriptions.",
      }),
    ),
    HttpApiEndpoint.get("list", "/companies/:company/checkouts", {
      params: { company },
      query: PageQuery,
      success: CheckoutPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations({ summary: "List checkouts", description: "Newest first, 15 a page." })),
    HttpApiEndpoint.get("get", "/companies/:company/checkouts/:slug", {
      params: { company, slug },
      success: dataOf(CheckoutView),
      error: NotFound,
    }).annotateMerge(OpenApi.annotations({ summary: "Retrieve a checkout", description: "One checkout." })),
    HttpApiEndpoint.put("update", "/companies/:company/checkouts/:slug", {
      params: { company, slug },
      payload: checkoutChangeBody.schema,
      success: dataOf(CheckoutView),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a checkout",
        description:
          "Absent fields keep their value, `null` clears. Existing orders and subscriptions keep their values.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/companies/:company/checkouts/:slug", {
      params: { company, slug },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a checkout",
        description: "It can no longer be ordered. Orders and subscriptions stay as they are.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Checkouts",
      description: "Offers of products, once or by subscription. `POST /api/v1/order` names them by their slug.",
    }),
  )

const code = Schema.String.annotate({
  description: "The coupon's code, in upper or lower case.",
  examples: ["NATAL10"],
})

/** Codes for a discount on an order. */
export const Coupons = HttpApiGroup.make("coupons")
  .add(
    HttpApiEndpoint.post("create", "/companies/:company/coupons", {
      params: { company },
      headers: IdempotencyHeaders,
      payload: couponBody.schema,
      success: dataOf(CouponView).pipe(HttpApiSchema.status(201)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a coupon",
        description: "Codes ignore case.",
      }),
    ),
    HttpApiEndpoint.get("list", "/companies/:company/coupons", {
      params: { company },
      query: PageQuery,
      success: CouponPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({ summary: "List coupons", description: "Newest first, 15 a page, each with its uses." }),
      ),
    HttpApiEndpoint.get("get", "/companies/:company/coupons/:code", {
      params: { company, code },
      success: dataOf(CouponView),
      error: NotFound,
    }).annotateMerge(OpenApi.annotations({ summary: "Retrieve a coupon", description: "One coupon, with its uses." })),
    HttpApiEndpoint.put("update", "/companies/:company/coupons/:code", {
      params: { company, code },
      payload: couponChangeBody.schema,
      success: dataOf(CouponView),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a coupon",
        description: "Absent fields keep their value, `null` clears. Orders keep their discount.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/companies/:company/coupons/:code", {
      params: { company, code },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a coupon",
        description: "It can no longer be used. Orders keep their discount.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Coupons",
      description: "Codes for a discount on an order.",
    }),
  )

const token = Schema.String.annotate({
  description: "The rule's token.",
  examples: ["8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11"],
})

/** When customers are reminded of their payment links. */
export const PaymentLinkRules = HttpApiGroup.make("paymentLinkRules")
  .add(
    HttpApiEndpoint.post("create", "/companies/:company/payment-link-rules", {
      params: { company },
      headers: IdempotencyHeaders,
      payload: paymentLinkRuleBody.schema,
      success: dataOf(PaymentLinkRuleView).pipe(HttpApiSchema.status(201)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a billing rule",
        description: "Links and batches refer to it by its token.",
      }),
    ),
    HttpApiEndpoint.get("list", "/companies/:company/payment-link-rules", {
      params: { company },
      query: PageQuery,
      success: PaymentLinkRulePage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations({ summary: "List billing rules", description: "Newest first, 15 a page." })),
    HttpApiEndpoint.get("get", "/companies/:company/payment-link-rules/:token", {
      params: { company, token },
      success: dataOf(PaymentLinkRuleView),
      error: NotFound,
    }).annotateMerge(OpenApi.annotations({ summary: "Retrieve a billing rule", description: "One billing rule." })),
    HttpApiEndpoint.put("update", "/companies/:company/payment-link-rules/:token", {
      params: { company, token },
      payload: paymentLinkRuleChangeBody.schema,
      success: dataOf(PaymentLinkRuleView),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a billing rule",
        description: "Absent fields keep their value.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/companies/:company/payment-link-rules/:token", {
      params: { company, token },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a billing rule",
        description: "Links with this rule send no more reminders.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Billing rules",
      description: "When customers are reminded of their payment links.",
    }),
  )

/** Where a company's webhooks go. */
export const Webhook = HttpApiGroup.make("webhook")
  .add(
    HttpApiEndpoint.get("get", "/companies/:company/webhook", {
      params: { company },
      success: dataOf(CompanyWebhookView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve the webhook",
        description: "Without its secret. 404 if the company has no webhook.",
      }),
    ),
    HttpApiEndpoint.put("configure", "/companies/:company/webhook", {
      params: { company },
      payload: webhookBody.schema,
      success: dataOf(WebhookView),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Configure the webhook",
        description:
          "The first URL gets a secret; a later URL keeps it. Both enable the webhook. Nothing is sent for events before the first URL.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/companies/:company/webhook", {
      params: { company },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(OpenApi.annotations({ summary: "Remove the webhook", description: "Its secrets are deleted." })),
    HttpApiEndpoint.post("rotate", "/companies/:company/webhook/rotate", {
      params: { company },
      headers: IdempotencyHeaders,
      success: dataOf(WebhookView),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Rotate the webhook's secret",
        description: "Shows the new secret. For 24 hours the old secret signs too.",
      }),
    ),
    HttpApiEndpoint.post("enable", "/companies/:company/webhook/enable", {
      params: { company },
      headers: IdempotencyHeaders,
      success: dataOf(WebhookView),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Enable the webhook",
        description:
          "A webhook is disabled if its receiver answers 410 or 20 events in a row cannot be delivered. Failed deliveries are sent again " +
          "only on request.",
      }),
    ),
    HttpApiEndpoint.post("test", "/companies/:company/webhook/test", {
      params: { company },
      success: dataOf(SentTestEventView),
      error: [...bodyErrors, NotFound, TooManyRequestsAnswer],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a test event",
        description:
          "Sends a signed test event to the webhook, once and now, even if it is disabled, and returns the receiver's answer. Its `status` " +
          "is `test`, its `webhook-id` begins with `evt_test_`, and it has no order. A failure " +
          `disables nothing. Takes up to 20 seconds; ${testEventsPerMinute} a minute for a company. 422 if there is no webhook.`,
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Webhook", description: "Where a company's events are sent." }))
