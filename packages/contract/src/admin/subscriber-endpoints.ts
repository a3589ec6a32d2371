/** A company's subscriptions, and the commands on them. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { bodyErrors } from "../body-errors.ts"
import { Conflict, Invalid, NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { MessageResponse } from "../message-response.ts"
import { SubscriberPage } from "../subscription/subscriber-api.ts"
import { SubscriberListQuery } from "../subscription/subscriber-list.ts"
import { SubscriberWithPaymentView } from "../subscription/subscriber-view.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import { subscriberCardBody } from "./subscriber-command.ts"
import { SubscriberHistoryView } from "./subscriber-history.ts"

const params = {
  company,
  token: Schema.String.annotate({
    description: "The subscription's token.",
    examples: ["3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42"],
  }),
}

const folder = "/companies/:company/subscribers/:token"

export const Subscribers = HttpApiGroup.make("subscribers")
  .add(
    HttpApiEndpoint.get("list", "/companies/:company/subscribers", {
      params: { company },
      query: SubscriberListQuery,
      success: SubscriberPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List subscriptions",
          description: "The company's subscriptions, newest first, 15 a page. All filters must match.",
        }),
      ),
    HttpApiEndpoint.get("get", folder, {
      params,
      success: dataOf(SubscriberWithPaymentView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a subscription",
        description: "One of the company's subscriptions, and how its renewals are paid.",
      }),
    ),
    HttpApiEndpoint.post("cancel", `${folder}/cancel`, {
      params,
      headers: IdempotencyHeaders,
      success: MessageResponse,
      error: [NotFound, Invalid, Conflict],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Cancel a subscription",
        description:
          "Stops all charges and cancels an unpaid renewal. The paid period runs to its end. Canceling again gives the same answer.",
      }),
    ),
    HttpApiEndpoint.get("history", `${folder}/history`, {
      params,
      success: dataOf(SubscriberHistoryView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a subscription's history",
        description: "Every recorded fact in sequence, the reason for its status, and what happens next by itself.",
      }),
    ),
    HttpApiEndpoint.put("replaceCard", `${folder}/card`, {
      params,
      payload: subscriberCardBody.schema,
      success: dataOf(SubscriberWithPaymentView),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Replace a subscription's card",
        description:
          "Charges another saved card of the subscriber from now on, even if a Pix or slip was issued before. An overdue renewal is tried " +
          "with it at once, in the background. 422 if the subscriber has no such card, or the subscription is canceled.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Subscriptions",
      description: "Sales that repeat, and commands on them.",
    }),
  )
