/**
 * The public API: subscriptions.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Authentication, QueryFaults } from "../authentication.ts"
import { Conflict, Invalid, NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { MessageResponse } from "../message-response.ts"
import { PageEnvelope } from "../pagination.ts"
import { SubscriberListQuery } from "./subscriber-list.ts"
import { SubscriberView, SubscriberWithPaymentView } from "./subscriber-view.ts"

/** A page of subscriptions. */
export const SubscriberPage = PageEnvelope(SubscriberView)

/** One subscription. */
export const SubscriberResponse = Schema.Struct({
  success: Schema.Boolean.annotate({ examples: [true] }),
  data: SubscriberWithPaymentView,
})

const params = {
  token: Schema.String.annotate({
    description: "The subscription's token.",
    examples: ["3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42"],
  }),
}

const cancelDescription =
  "Stops all charges and cancels an unpaid renewal. The paid period runs to its end. Canceling again gives the same answer."

/**
 * Subscriptions. Each begins with the first payment of an order on a recurring checkout.
 *
 * A subscription is canceled by DELETE or by POST, with the same effect: the published description has one, an
 * integration listing the other, and both have users.
 */
export const Subscribers = HttpApiGroup.make("subscribers")
  .add(
    HttpApiEndpoint.get("list", "/subscriber", { query: SubscriberListQuery, success: SubscriberPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List subscriptions",
          description: "The company's subscriptions, newest first, 15 a page. All filters must match.",
        }),
      ),
    HttpApiEndpoint.get("get", "/subscriber/:token", {
      params,
      success: SubscriberResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a subscription",
        description: "One of the company's subscriptions, and how its renewals are paid.",
      }),
    ),
    HttpApiEndpoint.delete("remove", "/subscriber/:token/cancel", {
      params,
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(OpenApi.annotations({ summary: "Cancel a subscription", description: cancelDescription })),
    HttpApiEndpoint.post("cancel", "/subscriber/:token/cancel", {
      params,
      headers: IdempotencyHeaders,
      success: MessageResponse,
      error: [NotFound, Invalid, Conflict],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Cancel a subscription, by POST", description: cancelDescription }),
    ),
  )
  .prefix("/api/v1")
  .middleware(Authentication)
  .annotateMerge(OpenApi.annotations({ title: "Subscriptions", description: "Sales that repeat." }))
