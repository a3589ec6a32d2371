/**
 * A company's webhook in the administration: its URL and its secret.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { defaultWebhookKinds, isDefaultWebhookKind, WebhookKind } from "@vintem/domain/order"
import type { WebhookAddressRefused } from "@vintem/domain/ports"
import { DisableReason, type WebhookEndpoint } from "@vintem/domain/webhook"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { boolean } from "../input/boolean.ts"
import { bodyOf, described, object, optional, required, value } from "../input/codec.ts"
import { fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import { urlWithoutCredentials } from "../input/url.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { readWebhookKinds } from "./webhook-delivery.ts"

/** The body of a webhook's configuration. */
export const webhookBody = described(
  object({
    url: required(urlWithoutCredentials, {
      description: "An http or https URL of at most 2048 characters, without user or password.",
      examples: ["https://loja.example.com/avisos"],
    }),
    long_tail: optional(boolean, {
      description: "Whether failed deliveries are tried for longer. If absent, keeps its value; false at first.",
      examples: [false],
    }),
    events: optional(value(Schema.Array(WebhookKind).check(Schema.isMinLength(1)), readWebhookKinds), {
      description:
        `The kinds that are sent. If absent, keeps its value; at first, all except those that you must request: ` +
        `${WebhookKind.literals
          .filter((kind) => !isDefaultWebhookKind(kind))
          .map((kind) => `\`${kind}\``)
          .join(", ")}.`,
      examples: [[...WebhookKind.literals]],
    }),
  }),
  { identifier: "WebhookRequest", examples: [{ url: "https://loja.example.com/avisos" }] },
)

/** Reads the body, or lists all its faults. `WebhookSender` checks if the address is allowed. */
export const decodeWebhook = bodyOf(webhookBody)

/** Nothing can be sent now: there is no webhook, or it is disabled. */
export const webhookOff = ({
  because,
}: {
  readonly because: "not_configured" | "disabled" | "customer_erased"
}): InvalidFields => invalidFields([fault("webhook", { code: "webhook_off", because })])

/** A URL that no webhook may have. */
export const webhookAddressRefused = ({ detail, reason }: WebhookAddressRefused): InvalidFields =>
  invalidFields([
    fault("url", {
      code: "webhook_address_refused",
      because: reason,
      // The kind of the address. How a lookup failed is for the log only.
      detail: reason === "address" ? detail : null,
    }),
  ])

const shown = {
  url: Schema.String,
  enabled: Schema.Boolean,
  disabled: Schema.NullOr(
    Schema.Struct({
      at: TimestampView,
      because: DisableReason.annotate({
        description: "`gone`: the receiver answered 410. `failing`: 20 events in a row failed.",
      }),
    }),
  ).annotate({ description: "When and why it was disabled; null if it is enabled." }),
  failures_in_row: Schema.Int.annotate({
    description: "How many events in a row failed: the 20th disables the webhook.",
  }),
  long_tail: Schema.Boolean,
  events: Schema.Array(WebhookKind).annotate({ description: "The kinds that are sent." }),
}

const sentByDefault = [...defaultWebhookKinds]

/** A webhook as its company shows it: without its secret. */
export const CompanyWebhookView = Schema.Struct(shown).annotate({
  examples: [
    {
      url: "https://loja.example.com/avisos",
      enabled: true,
      disabled: null,
      failures_in_row: 0,
      long_tail: false,
      events: sentByDefault,
    },
  ],
})
export type CompanyWebhookView = typeof CompanyWebhookView.Type

/** A webhook with the secret that its receiver needs. */
export const WebhookView = Schema.Struct({
  ...shown,
  secret: Schema.String.annotate({
    description: "Signs each delivery, as in Standard Webhooks: `whsec_` and the base64 of 32 bytes.",
  }),
}).annotate({
  identifier: "Webhook",
  examples: [
    {
      url: "https://loja.example.com/avisos",
      secret: "whsec_EXAMPLEONLYEXAMPLEONLYEXAMPLEONLYEXAMPLEON=",
      enabled: true,
      disabled: null,
      failures_in_row: 0,
      long_tail: false,
      events: sentByDefault,
    },
  ],
})
export type WebhookView = typeof WebhookView.Type

/** Without secrets. */
export const companyWebhookView = (endpoint: WebhookEndpoint): CompanyWebhookView => {
  const { url, events, isEnabled, disabled, failuresInRow, hasLongTail } = endpoint
  return {
    url,
    enabled: isEnabled,
    disabled: disabled === null ? null : { at: saoPauloTimestamp(disabled.at), because: disabled.because },
    failures_in_row: failuresInRow,
    long_tail: hasLongTail,
    events,
  }
}

/** With the current secret, but without replaced ones. */
export const webhookView = (endpoint: WebhookEndpoint): WebhookView => ({
  ...companyWebhookView(endpoint),
  secret: Redacted.value(endpoint.secret),
})
