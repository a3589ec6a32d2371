/**
 * What an operator sees of a subscription, and does to it.
 */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Schema from "effect/Schema"
import { AdminAuthentication } from "../authentication.ts"
import { bodyErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
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
    HttpApiEndpoint.get("history", `${folder}/history`, {
      params,
      success: dataOf(SubscriberHistoryView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a subscription's history",
        description: "Every recorded fact in sequence, why it stands as it does, and what happens next by itself.",
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
          "Another saved card of the subscriber is charged from now on, also where a Pix or slip was issued before. An overdue " +
          "renewal is tried with it at once, in the background. 422 where the subscriber has no such card, or the " +
          "subscription is canceled.",
      }),
    ),
  )
  .prefix("/admin/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Subscriptions",
      description: "What an operator sees of a subscription, and does to it.",
    }),
  )
