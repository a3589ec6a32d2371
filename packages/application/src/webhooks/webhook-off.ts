/**
 * A company that cannot be told of anything at the moment.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import { erasedWebhookBody } from "@vintem/domain/personal-data"
import { WebhookEndpointRepository } from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect, Option, Schema } from "effect"

/**
 * Nothing was done: nobody would be sent anything until a webhook is configured, or the one there is enabled; or the webhook has nothing to
 * say any more, because the customer it told of was erased.
 */
export class WebhookOff extends Schema.TaggedError<WebhookOff>()("WebhookOff", {
  because: Schema.Literals(["not_configured", "disabled", "customer_erased"]),
}) {}

/** Part of a unit. Fails with `WebhookOff` where the company's webhook is not there, or not enabled. */
export const requireWebhook = Effect.fnUntraced(function* (company: CompanyId) {
  const endpoints = yield* WebhookEndpointRepository
  const endpoint = Option.getOrNull(yield* endpoints.find(company))
  if (endpoint === null) return yield* new WebhookOff({ because: "not_configured" })
  if (!endpoint.isEnabled) return yield* new WebhookOff({ because: "disabled" })
})

/** Whether a webhook told of a customer who was erased: it says nothing any more, and is sent to nobody. */
export const isErased = ({ event }: WebhookDelivery): boolean => event.body === erasedWebhookBody
