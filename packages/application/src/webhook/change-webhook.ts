/**
 * Changes a webhook that is configured: gives it another secret, or has it used again.
 */
import {
  type CompanyId,
  enabled,
  type Instant,
  rotated,
  type WebhookEndpoint,
  WebhookEndpointRepository,
  type WebhookSecret,
} from "@vintem/domain"
import { Effect, Option, type Redacted } from "effect"

/** What a webhook is to sign with from an instant on. */
export interface NewWebhookSecret {
  readonly secret: Redacted.Redacted<WebhookSecret>
  readonly at: Instant
}

/**
 * Part of a unit: gives a webhook a new secret, beside which those before go on signing for 24 hours. None where the company has
 * no webhook.
 */
export const rotateWebhook = (company: CompanyId, { secret, at }: NewWebhookSecret) =>
  changing(company, (endpoint) => rotated(endpoint, secret, at))

/** Part of a unit: sends to the webhook again. None where the company has no webhook. */
export const enableWebhook = (company: CompanyId) => changing(company, enabled)

const changing = Effect.fnUntraced(function* (
  company: CompanyId,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
) {
  const webhooks = yield* WebhookEndpointRepository
  const changed = Option.map(yield* webhooks.find(company), change)
  if (Option.isSome(changed)) yield* webhooks.put(changed.value)
  return changed
})
