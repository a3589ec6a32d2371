/**
 * A notification to change at will.
 */

import { type CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { type WebhookEvent, webhookEventId } from "@vintem/domain/webhook"
import { examplePlacedAt } from "../order/example-order.ts"

/** The order with this number, among the orders with notifications. */
export const notifiedOrder = (n: number): OrderNumber => OrderNumber.make(`AVISADO${n}`)

/** The notification with this sequence number, of the order with this number. */
export const exampleWebhookEvent = (
  company: CompanyId,
  n: number,
  sequence = 1,
  overrides: Partial<WebhookEvent> = {},
): WebhookEvent => ({
  id: webhookEventId(notifiedOrder(n), sequence),
  company,
  order: notifiedOrder(n),
  sequence,
  kind: "paid",
  occurredAt: examplePlacedAt,
  body: `{"event":"paid","n":${n},"sequence":${sequence}}`,
  ...overrides,
})
