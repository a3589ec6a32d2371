/** Changes a configured webhook: gives it another secret, or enables it again. */
import type { AuditAction } from "@vintem/domain/audit"
import type { Instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type AuditLog, type StorageUnavailable, WebhookEndpointRepository } from "@vintem/domain/ports"
import { enabled, rotated, type WebhookEndpoint, type WebhookSecret } from "@vintem/domain/webhook"
import { Effect, Option, type Redacted } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import { webhookFacts, webhookSubject } from "./webhook-facts.ts"

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
): Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable, AuditLog | WebhookEndpointRepository> =>
  changing(company, "webhook.rotate_secret", (endpoint) => rotated(endpoint, secret, at))

/** Part of a unit: enables the webhook again. None if the company has no webhook. */
export const enableWebhook = (
  company: CompanyId,
): Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable, AuditLog | WebhookEndpointRepository> =>
  changing(company, "webhook.enable", enabled)

const changing = Effect.fnUntraced(function* (
  company: CompanyId,
  action: AuditAction,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
) {
  const webhooks = yield* WebhookEndpointRepository
  const found = yield* webhooks.find(company)
  const changed = Option.map(found, change)
  if (Option.isNone(found) || Option.isNone(changed)) return changed
  yield* webhooks.put(changed.value)
  const [before, after] = [webhookFacts(found.value), webhookFacts(changed.value)]
  yield* recordInCompany(company, { action, subject: webhookSubject, before, after })
  return changed
})
