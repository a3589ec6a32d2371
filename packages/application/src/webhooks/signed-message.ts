/**
 * A message to a company's webhook, signed.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { WebhookMessage, WebhookSigner } from "@vintem/domain/ports"
import { signingSecrets, type TestEventId, type WebhookEndpoint, type WebhookEventId } from "@vintem/domain/webhook"

/** The content, and the times. */
export interface Unsigned {
  readonly company: CompanyId
  /** `webhook-id`. */
  readonly id: TestEventId | WebhookEventId
  /** The JSON text. */
  readonly body: string
  /** By the service's clock: the secrets that are valid then sign. */
  readonly at: Instant
  /** By the receivers' clock: the signed time. */
  readonly receivedAt: Instant
}

export const signedMessage = (
  signer: WebhookSigner["Service"],
  endpoint: WebhookEndpoint,
  { at, body, company, id, receivedAt }: Unsigned,
): WebhookMessage => {
  const signed = signer.headers({ id, at: receivedAt, body }, signingSecrets(endpoint, at))
  return { company, url: endpoint.url, headers: { "content-type": "application/json", ...signed }, body }
}
