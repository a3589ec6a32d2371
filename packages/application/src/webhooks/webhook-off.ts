/** The error of a company without a webhook to send to. */
import type { CompanyId } from "@vintem/domain/identifiers"
import { erasedWebhookBody } from "@vintem/domain/personal-data"
import { type StorageUnavailable, WebhookEndpointRepository } from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import { Effect, Option, Schema } from "effect"

/**
 * Nothing was done. Either the company has no enabled webhook, or the delivery's body is gone because its customer was
 * erased.
 */
export class WebhookOff extends Schema.TaggedError<WebhookOff>()("WebhookOff", {
  because: Schema.Literals(["not_configured", "disabled", "customer_erased"]),
}) {}

/** Part of a unit. Fails with `WebhookOff` if the company's webhook is missing or disabled. */
export const requireWebhook = Effect.fnUntraced(function* (
  company: CompanyId,
): Effect.fn.Return<void, StorageUnavailable | WebhookOff, WebhookEndpointRepository> {
  const endpoints = yield* WebhookEndpointRepository
  const endpoint = Option.getOrNull(yield* endpoints.find(company))
  if (endpoint === null) return yield* new WebhookOff({ because: "not_configured" })
  if (!endpoint.isEnabled) return yield* new WebhookOff({ because: "disabled" })
})

/** True if a delivery's customer was erased: its body is gone, and it is not sent. */
export const isErased = ({ event }: WebhookDelivery): boolean => event.body === erasedWebhookBody
