/**
 * Changes a webhook that is configured: gives it another secret, or has it used again.
 */

import type { Instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type StorageUnavailable, type Trail, WebhookEndpointRepository } from "@vintem/domain/ports"
import type { TrailAction } from "@vintem/domain/trail"
import { enabled, rotated, type WebhookEndpoint, type WebhookSecret } from "@vintem/domain/webhook"
import { Effect, Option, type Redacted } from "effect"
import { recordInCompany } from "../trail/record-change.ts"
import { webhookFields, webhookSubject } from "./webhook-fields.ts"

/** A webhook's secret from an instant on. */
export interface NewWebhookSecret {
  readonly secret: Redacted.Redacted<WebhookSecret>
  readonly at: Instant
}

/**
 * Part of a unit: gives a webhook a new secret. The previous ones also sign for 24 more hours. None if the company has
 * no webhook.
 */
export const rotateWebhook = (
  company: CompanyId,
  { secret, at }: NewWebhookSecret,
): Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable, Trail | WebhookEndpointRepository> =>
  changing(company, "webhook.rotate_secret", (endpoint) => rotated(endpoint, secret, at))

/** Part of a unit: enables the webhook again. None if the company has no webhook. */
export const enableWebhook = (
  company: CompanyId,
): Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable, Trail | WebhookEndpointRepository> =>
  changing(company, "webhook.enable", enabled)

const changing = Effect.fnUntraced(function* (
  company: CompanyId,
  action: TrailAction,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
) {
  const webhooks = yield* WebhookEndpointRepository
  const found = yield* webhooks.find(company)
  const changed = Option.map(found, change)
  if (Option.isNone(found) || Option.isNone(changed)) return changed
  yield* webhooks.put(changed.value)
  const [before, after] = [webhookFields(found.value), webhookFields(changed.value)]
  yield* recordInCompany(company, { action, subject: webhookSubject, before, after })
  return changed
})
