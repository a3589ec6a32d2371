/** The webhooks in the description of the public API: one entry for each kind, with its headers and its body. */
import { type WebhookKind, webhookRules } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import type { DescribedWebhooks } from "../openapi/documentation.ts"
import { exampleOrder } from "../order/example-order.ts"
import { webhookExamples } from "./webhook-example.ts"
import { WebhookPayloadView } from "./webhook-payload.ts"

type Json = Readonly<Record<string, unknown>>

/** Made when a description is requested: most programs never need one. */
export const describedWebhooks = (): DescribedWebhooks => ({
  tag,
  entries: Object.fromEntries(webhookRules.map((rule) => [rule.kind, { post: webhook(rule) }])),
  schemas: Schema.toJsonSchemaDocument(WebhookPayloadView).definitions,
})

const tag = {
  name: "Webhooks",
  description:
    "Events sent to the company's configured URL. Sent at least once, signed as in Standard Webhooks. " +
    "Any 2xx within 10 seconds is success; redirects are not followed.",
}

const webhook = ({ kind, fires, howOften }: (typeof webhookRules)[number]): Json => ({
  tags: [tag.name],
  summary: summaries[kind],
  description: `Sent when ${fires}; ${howOften}.`,
  operationId: `webhooks.${kind}`,
  // No token is sent: the signature authenticates the sender.
  security: [],
  parameters: headers,
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/WebhookPayload" },
            { type: "object", properties: { status: { type: "string", enum: [kind] } } },
          ],
        },
        example: webhookExamples[kind],
      },
    },
  },
  responses: {
    "200": { description: "The receiver has the event. Any 2xx means this; the answer's body is ignored." },
    "410": { description: "The receiver is gone for good: the webhook is disabled." },
  },
})

const summaries: Readonly<Record<WebhookKind, string>> = {
  waiting_payment: "A Pix or slip was issued",
  paid: "An order is paid",
  unpaid: "A payment was refused or expired",
  canceled: "An order was canceled",
  partial_refund: "Part of the money was refunded",
  refund: "The money was refunded",
  chargeback: "A payment was disputed",
  abandoned: "The order was abandoned",
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  example,
  schema: { type: "string" },
})

const headers: ReadonlyArray<Json> = [
  header(
    "webhook-id",
    "The event's id, the same on every attempt and redelivery: ignore an event you have seen.",
    `evt_${exampleOrder.order_number}_1`,
  ),
  header("webhook-timestamp", "When this attempt was made, in seconds since 1970.", "1795266901"),
  header(
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA-256 of `id.timestamp.body` under the webhook's secret. Several are separated by spaces.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
]
