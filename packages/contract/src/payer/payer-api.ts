/**
 * The payer's side: the requests of pages and shops for a payer, who has a link and no credentials.
 *
 * `decode…` in this folder reads POST bodies. The schemas describe what a client should send; the decoders are more
 * lenient, and report every fault at once.
 */
import { cardCaps } from "@vintem/domain/order"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { postErrors } from "../body-errors.ts"
import { Forbidden, NotFound, ServerError, TooManyRequestsAnswer } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { documentation } from "../openapi/documentation.ts"
import { exampleOrder } from "../order/example-order.ts"
import { SingleOrderResponse } from "../order/single-order-answer.ts"
import { LinkContactResponse } from "./payer-answer.ts"
import { PayerLinkResponse } from "./payer-link-view.ts"
import { PayerOrderResponse } from "./payer-order-view.ts"
import { linkContactBody, linkPaymentBody, orderPaymentBody } from "./payer-request.ts"
import { PostalCodeResponse } from "./postal-code-view.ts"

/** No authentication: requests are counted by the caller's address. */
export class PayerAccess extends HttpApiMiddleware.Service<PayerAccess>()("@vintem/contract/PayerAccess", {
  error: [TooManyRequestsAnswer, ServerError],
}) {}

const hours = (millis: number): string => `${millis / 3_600_000} hour${millis === 3_600_000 ? "" : "s"}`

/** For both operations that charge a card, with the figures of the rule. */
const cappedCards =
  `Refused cards are limited: ${cardCaps.order.refusedMax} per order within ${hours(cardCaps.order.windowMillis)}; ` +
  `per address (IPv6: per /64) ${cardCaps.address_at_link.refusedMax} at one link and ${cardCaps.address.refusedMax} at all links ` +
  `and orders together within ${hours(cardCaps.address.windowMillis)}. After ${cardCaps.link.refusedMax} at one link within ` +
  `${hours(cardCaps.link.windowMillis)}, over all addresses, every address with a refused card there must wait. Further cards return ` +
  "422 on `payment.method`, which says until when; nothing is charged, and Pix and slip still work. Then use another idempotency key."

const slug = {
  slug: Schema.String.annotate({ description: "The link's slug.", examples: ["1kz4q8m7t3x9w2p5r6n0b"] }),
}
const publicKey = {
  public_key: Schema.String.annotate({ description: "The order's public key.", examples: [exampleOrder.public_key] }),
}

const PayerLinks = HttpApiGroup.make("links")
  .add(
    HttpApiEndpoint.get("get", "/payment-links/:slug", {
      params: slug,
      success: PayerLinkResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "See a payment link",
        description: "Its amount, whether and how it can be paid now, and what each option costs.",
      }),
    ),
    HttpApiEndpoint.post("checkout", "/payment-links/:slug/checkout", {
      params: slug,
      headers: IdempotencyHeaders,
      payload: linkContactBody.schema,
      success: LinkContactResponse.annotate({ httpApiStatus: 201 }),
      error: [...postErrors, Forbidden, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Leave a contact",
        description:
          "Creates an order without a payment. Pay it later by its public key. 403 if the company is under moderation.",
      }),
    ),
    HttpApiEndpoint.post("pay", "/payment-links/:slug/pay", {
      params: slug,
      headers: IdempotencyHeaders,
      payload: linkPaymentBody.schema,
      success: SingleOrderResponse,
      error: [...postErrors, Forbidden, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Pay by a link",
        description:
          "Creates an order and requests its payment at once. A refused payment returns 200, `hasError: true` and status `unpaid`; the order " +
          "can then be paid by its public key. The card has no token here. 403 if the company is under " +
          "moderation.\n\n" +
          cappedCards,
      }),
    ),
  )
  .prefix("/public/v1")
  .middleware(PayerAccess)
  .annotateMerge(OpenApi.annotations({ title: "Links", description: "Payment links, for payers." }))

const PayerOrders = HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("get", "/orders/:public_key", {
      params: publicKey,
      success: PayerOrderResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "See an order",
        description: "Its state, its open Pix or slip, and the other ways to pay it.",
      }),
    ),
    HttpApiEndpoint.post("pay", "/orders/:public_key/pay", {
      params: publicKey,
      headers: IdempotencyHeaders,
      payload: orderPaymentBody.schema,
      success: SingleOrderResponse,
      error: [...postErrors, Forbidden, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Pay an order",
        description:
          "A first payment, or another one after a refusal or an expiry. A refused payment returns 200, `hasError: true` and status " +
          "`unpaid`. The card has no token here. If the order has a coupon, another payment uses it again: 422 on `coupon_code` if it was " +
          "used up, expired or deleted since the last refusal. 403 if the company is under moderation: a Pix or slip issued before can " +
          "still be paid.\n\n" +
          cappedCards,
      }),
    ),
  )
  .prefix("/public/v1")
  .middleware(PayerAccess)
  .annotateMerge(OpenApi.annotations({ title: "Orders", description: "Orders, for payers." }))

const PostalCodes = HttpApiGroup.make("postalCodes")
  .add(
    HttpApiEndpoint.get("get", "/postal-codes/:postcode", {
      params: {
        postcode: Schema.String.annotate({
          description: "Eight digits, with or without a hyphen.",
          examples: ["01310-100"],
        }),
      },
      success: PostalCodeResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Look up a postal code",
        description:
          "The part of an address that belongs to it, so that payers need not type it. 404 if it is unknown, or not found in time.",
      }),
    ),
  )
  .prefix("/public/v1")
  .middleware(PayerAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Postal codes", description: "Address lookup, which saves payers from typing." }),
  )

export class PayerApi extends HttpApi.make("vintem-payer")
  .add(PayerLinks, PayerOrders, PostalCodes)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    documentation({
      title: "Vintém for payers",
      description: "Payment links and orders for payers: without credentials, from any page.",
      isRateLimited: true,
    }),
  ) {}
