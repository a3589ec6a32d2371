/**
 * What the audit log tells of a webhook: never its secret. Of the URL it keeps what comes before a query.
 */
import type { WebhookEndpoint } from "@vintem/domain/webhook"

export const webhookFacts = ({ hasLongTail, isEnabled, url }: WebhookEndpoint): object => ({
  url,
  hasLongTail,
  isEnabled,
})

/** There is one webhook for each company. */
export const webhookSubject = "webhook"
