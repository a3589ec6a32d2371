/**
 * What the trail tells of a webhook: never its secret. Of the URL it keeps what comes before a query.
 */
import type { WebhookEndpoint } from "@vintem/domain/webhook"

export const webhookFields = ({ events, hasLongTail, isEnabled, url }: WebhookEndpoint): object => ({
  url,
  hasLongTail,
  events,
  isEnabled,
})

/** There is one webhook for each company. */
export const webhookSubject = "webhook"
