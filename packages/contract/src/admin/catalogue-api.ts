/**
 * The part of the administration that sets up what a company sells: products, checkouts, coupons, reminder rules, and its webhook.
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
import { ProductView, productBody, productChangeBody } from "./product.ts"
import { ReminderRuleView, reminderRuleBody, reminderRuleChangeBody } from "./reminder-rule.ts"
import { SentTestEventView, testEventsPerMinute } from "./sent-test-event.ts"
import { CompanyWebhookView, WebhookView, webhookBody } from "./webhook.ts"

/** A page of products. */
export const ProductPage = PageEnvelope(ProductView)

/** A page of checkouts. */
export const CheckoutPage = PageEnvelope(CheckoutView)

/** A page of coupons. */
export const CouponPage = PageEnvelope(CouponView)

/** A page of reminder rules. */
export const ReminderRulePage = PageEnvelope(ReminderRuleView)

/** Descriptions of operations. `list` and `get` have default ones. */
interface Descriptions {
  readonly create: string
  readonly list?: string
  readonly get?: string
  readonly update: string
}

/** A kind of thing that a company registers, with its operations: create, list, get and update. */
const crud = <
  const Name extends string,
  const All extends `/${string}`,
  const One extends `/${string}`,
  Params extends { readonly company: typeof company },
  View extends Schema.Top,
  Page extends Schema.Top,
  Body extends Schema.Top,
  Change extends Schema.Top,
>(
  name: Name,
  {
    about,
    all,
    body,
    change,
    one,
    page,
    params,
    several,
    single,
    title,
    descriptions,
    view,
  }: {
    /** The path of all of them, and of one, which `params` names. */
    readonly all: All
    readonly one: One
    readonly params: Params
    readonly view: View
    readonly page: Page
    readonly body: Body
    readonly change: Change
    readonly title: string
    readonly about: string
    readonly single: string
    readonly several: string
    readonly descriptions: Descriptions
  },
) =>
  HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.post("create", all, {
        params: { company },
        headers: IdempotencyHeaders,
        payload: body,
        success: dataOf(view).pipe(HttpApiSchema.status(201)),
        error: [...postErrors, NotFound],
      }).annotateMerge(OpenApi.annotations({ summary: `Create a ${single}`, description: descriptions.create })),
      HttpApiEndpoint.get("list", all, { params: { company }, query: PageQuery, success: page, error: NotFound })
        .middleware(QueryFaults)
        .annotateMerge(
          OpenApi.annotations({
            summary: `List ${several}`,
            description: descriptions.list ?? "Newest first, 15 a page.",
          }),
        ),
      HttpApiEndpoint.get("get", one, { params, success: dataOf(view), error: NotFound }).annotateMerge(
        OpenApi.annotations({ summary: `Retrieve a ${single}`, description: descriptions.get ?? `One ${single}.` }),
      ),
      HttpApiEndpoint.put("update", one, {
        params,
        payload: change,
        success: dataOf(view),
        error: [...bodyErrors, NotFound],
      }).annotateMerge(OpenApi.annotations({ summary: `Change a ${single}`, description: descriptions.update })),
    )
    .annotateMerge(OpenApi.annotations({ title, description: about }))

/** Removes a registered thing. It is only refused if there is none. */
const removal = <const One extends `/${string}`, Params extends { readonly company: typeof company }>(
  one: One,
  params: Params,
  single: string,
  description: string,
) =>
  HttpApiEndpoint.delete("remove", one, { params, success: MessageResponse, error: NotFound }).annotateMerge(
    OpenApi.annotations({ summary: `Delete a ${single}`, description }),
  )

const product = Schema.String.annotate({ description: "The product's id.", examples: ["7"] })

/** A company's products, registered beforehand. */
export const Products = crud("products", {
  all: "/companies/:company/products",
  one: "/companies/:company/products/:product",
  params: { company, product },
  view: ProductView,
  page: ProductPage,
  body: productBody.schema,
  change: productChangeBody.schema,
  title: "Products",
  about: "What a company sells, registered beforehand.",
  single: "product",
  several: "products",
  descriptions: {
    create: "Checkouts sell products. Single orders do not need one.",
    update: "Absent fields keep their value, `null` clears. Orders keep the values they were placed with.",
  },
}).add(
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

const slug = Schema.String.annotate({ description: "The checkout's slug.", examples: ["curso-de-violao"] })

/** Offers of products, once or by subscription. `POST /api/v1/order` refers to them by slug. */
export const Checkouts = crud("checkouts", {
  all: "/companies/:company/checkouts",
  one: "/companies/:company/checkouts/:slug",
  params: { company, slug },
  view: CheckoutView,
  page: CheckoutPage,
  body: checkoutBody.schema,
  change: checkoutChangeBody.schema,
  title: "Checkouts",
  about: "Offers of products, once or by subscription. `POST /api/v1/order` names them by their slug.",
  single: "checkout",
  several: "checkouts",
  descriptions: {
    create: "A checkout with a recurrence sells subscriptions.",
    update: "Absent fields keep their value, `null` clears. Existing orders and subscriptions keep their values.",
  },
}).add(
  removal(
    "/companies/:company/checkouts/:slug",
    { company, slug },
    "checkout",
    "It can no longer be ordered. Orders and subscriptions stay as they are.",
  ),
)

const code = Schema.String.annotate({
  description: "The coupon's code, in upper or lower case.",
  examples: ["NATAL10"],
})

/** Codes for a discount on an order. */
export const Coupons = crud("coupons", {
  all: "/companies/:company/coupons",
  one: "/companies/:company/coupons/:code",
  params: { company, code },
  view: CouponView,
  page: CouponPage,
  body: couponBody.schema,
  change: couponChangeBody.schema,
  title: "Coupons",
  about: "Codes for a discount on an order.",
  single: "coupon",
  several: "coupons",
  descriptions: {
    create: "Codes ignore case.",
    list: "Newest first, 15 a page, each with its uses.",
    get: "One coupon, with its uses.",
    update: "Absent fields keep their value, `null` clears. Orders keep their discount.",
  },
}).add(
  removal(
    "/companies/:company/coupons/:code",
    { company, code },
    "coupon",
    "It can no longer be used. Orders keep their discount.",
  ),
)

const token = Schema.String.annotate({
  description: "The rule's token.",
  examples: ["8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11"],
})

/** Rules for reminding the customers of payment links. */
export const PaymentLinkRules = crud("paymentLinkRules", {
  all: "/companies/:company/payment-link-rules",
  one: "/companies/:company/payment-link-rules/:token",
  params: { company, token },
  view: ReminderRuleView,
  page: ReminderRulePage,
  body: reminderRuleBody.schema,
  change: reminderRuleChangeBody.schema,
  title: "Reminder rules",
  about: "When the customers of payment links are reminded.",
  single: "reminder rule",
  several: "reminder rules",
  descriptions: {
    create: "Links and batches refer to it by its token.",
    update: "Absent fields keep their value.",
  },
}).add(
  removal(
    "/companies/:company/payment-link-rules/:token",
    { company, token },
    "reminder rule",
    "Links with this rule send no more reminders.",
  ),
)

/** A company's webhook. */
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
