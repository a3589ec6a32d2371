/** A webhook's facts in the audit log: never its secret, and the URL without its query. */
import type { WebhookEndpoint } from "@vintem/domain/webhook"

export const webhookFacts = ({ events, hasLongTail, isEnabled, url }: WebhookEndpoint): object => ({
  url,
  hasLongTail,
  events,
  isEnabled,
})

/** There is one webhook for each company. */
export const webhookSubject = "webhook"
