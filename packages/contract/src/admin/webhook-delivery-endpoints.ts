/** A company's webhook deliveries, and sending them again. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { postErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { exampleOrder } from "../order/example-order.ts"
import { PageEnvelope } from "../pagination.ts"
import { company, dataOf } from "./endpoint-parts.ts"
import {
  RedeliveredView,
  ReplayedView,
  WebhookDeliveryQuery,
  WebhookDeliveryView,
  webhookReplayBody,
} from "./webhook-delivery.ts"

/** A page of webhooks. */
export const WebhookDeliveryPage = PageEnvelope(WebhookDeliveryView)

/** A company's webhook deliveries, and sending them again. */
export const WebhookDeliveries = HttpApiGroup.make("webhookDeliveries")
  .add(
    HttpApiEndpoint.get("list", "/companies/:company/webhook-deliveries", {
      params: { company },
      query: WebhookDeliveryQuery,
      success: WebhookDeliveryPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List webhook deliveries",
          description: "Latest first, 15 a page, each with its attempts. Finished deliveries are kept for 90 days.",
        }),
      ),
    HttpApiEndpoint.post("redeliver", "/companies/:company/webhook-deliveries/:id/redeliver", {
      params: {
        company,
        id: Schema.String.annotate({
          description: "The webhook's id.",
          examples: [`evt_${exampleOrder.order_number}_2`],
        }),
      },
      headers: IdempotencyHeaders,
      success: dataOf(RedeliveredView).pipe(HttpApiSchema.status(202)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Redeliver a webhook",
        description:
          "Sends the event again, whatever its outcome: the same bytes under the same `webhook-id`, now and with all its retries. 422, and " +
          "no change, if the webhook is disabled or missing.",
      }),
    ),
    HttpApiEndpoint.post("replay", "/companies/:company/webhook-deliveries/replay", {
      params: { company },
      headers: IdempotencyHeaders,
      payload: webhookReplayBody.schema,
      success: dataOf(ReplayedView).pipe(HttpApiSchema.status(202)),
      error: [...postErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Replay webhooks",
        description:
          "Sends every event of a period again, delivered or failed, in the order they occurred: for a receiver that lost some. Deliveries " +
          "still being tried are left alone. 422, and no change, if the webhook is disabled or missing.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Webhook deliveries",
      description: "A company's webhook deliveries, and sending them again.",
    }),
  )
