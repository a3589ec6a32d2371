/**
 * A company's webhook in the administration: where it is told of its orders, and under which secret.
 */
import type { WebhookEndpoint } from "@vintem/domain"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { BooleanInput, readBoolean } from "../input/boolean.ts"
import { optional, required } from "../input/field.ts"
import { bodyOf } from "../input/part.ts"
import { readUrlWithoutCredentials } from "../input/url.ts"

/** Where a company wants to be told. */
export const WebhookRequest = Schema.Struct({
  url: Schema.String.annotate({
    description: "An http or https URL of at most 2048 characters, without user or password.",
    examples: ["https://loja.example.com/avisos"],
  }),
  long_tail: Schema.optionalKey(
    BooleanInput.annotate({
      description:
        "Whether what could not be delivered is tried for longer. Absent keeps its value, which begins as false.",
      examples: [false],
    }),
  ),
}).annotate({ identifier: "WebhookRequest", examples: [{ url: "https://loja.example.com/avisos" }] })

/** Reads the body, or lists everything that is wrong with it. Whether the address may be asked is judged elsewhere. */
export const decodeWebhook = bodyOf(
  Schema.Struct({
    url: required(Schema.String, readUrlWithoutCredentials),
    long_tail: optional(Schema.Boolean, readBoolean),
  }),
)

const shown = { url: Schema.String, enabled: Schema.Boolean, long_tail: Schema.Boolean }

/** A webhook as its company shows it: without its secret. */
export const CompanyWebhookView = Schema.Struct(shown)
export type CompanyWebhookView = typeof CompanyWebhookView.Type

/** A webhook with the secret that its receiver needs. */
export const WebhookView = Schema.Struct({
  ...shown,
  secret: Schema.String.annotate({
    description: "Signs what is sent, by the rules of Standard Webhooks: `whsec_` and the base64 of 32 bytes.",
  }),
}).annotate({
  identifier: "Webhook",
  examples: [
    {
      url: "https://loja.example.com/avisos",
      secret: "whsec_EXAMPLEONLYEXAMPLEONLYEXAMPLEONLYEXAMPLEON=",
      enabled: true,
      long_tail: false,
    },
  ],
})
export type WebhookView = typeof WebhookView.Type

/** Nothing that signs. */
export const companyWebhookView = ({ url, isEnabled, hasLongTail }: WebhookEndpoint): CompanyWebhookView => ({
  url,
  enabled: isEnabled,
  long_tail: hasLongTail,
})

/** With the current secret; those that were retired are the receiver's to know. */
export const webhookView = (endpoint: WebhookEndpoint): WebhookView => ({
  ...companyWebhookView(endpoint),
  secret: Redacted.value(endpoint.secret),
})
