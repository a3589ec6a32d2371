/**
 * A company that cannot be told of anything at the moment.
 */
import { type CompanyId, WebhookEndpointRepository } from "@vintem/domain"
import { Effect, Option, Schema } from "effect"

/** Nothing was done: nobody would be sent anything until a webhook is configured, or the one there is enabled. */
export class WebhookOff extends Schema.TaggedError<WebhookOff>()("WebhookOff", {
  because: Schema.Literals(["not_configured", "disabled"]),
}) {}

/** Part of a unit. Fails with `WebhookOff` where the company's webhook is not there, or not enabled. */
export const requireWebhook = Effect.fnUntraced(function* (company: CompanyId) {
  const endpoints = yield* WebhookEndpointRepository
  const endpoint = Option.getOrNull(yield* endpoints.find(company))
  if (endpoint === null) return yield* new WebhookOff({ because: "not_configured" })
  if (!endpoint.isEnabled) return yield* new WebhookOff({ because: "disabled" })
})
