/**
 * A webhook delivery as a row, and a row as a webhook delivery.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { WebhookDelivery, type WebhookEvent, webhookEventId } from "@vintem/domain/webhook"
import type { Effect } from "effect"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

/** The parts of a notification's id. */
export interface Numbered {
  readonly order_number: string
  readonly sequence: number
}

/** The fixed part of a delivery. */
export interface EventRow extends Numbered {
  readonly company_id: number
  readonly kind: string
  readonly occurred_at: number
  readonly body: string
}

/** Its progress. */
export interface ProgressRow {
  readonly state: string
  readonly attempts: string
  readonly tries: number
  readonly next_attempt_at: number | null
  readonly ended_at: number | null
}

/** All columns of `webhook_delivery` except its number, with the row of `webhook_body` that belongs to it. */
export interface DeliveryRow extends EventRow, ProgressRow {}

export const deliveryRowColumns = [
  "webhook_delivery.company_id",
  "webhook_delivery.order_number",
  "webhook_delivery.sequence",
  "webhook_delivery.kind",
  "webhook_delivery.occurred_at",
  "webhook_body.body",
  "webhook_delivery.state",
  "webhook_delivery.attempts",
  "webhook_delivery.tries",
  "webhook_delivery.next_attempt_at",
  "webhook_delivery.ended_at",
] as const

/** Throws if the id does not match its order and sequence number: the row stores no other id. */
export const rowFromEvent = (event: WebhookEvent): EventRow => {
  if (event.id !== webhookEventId(event.order, event.sequence)) throw new Error("An id names its order and its place.")
  return {
    company_id: event.company,
    order_number: event.order,
    sequence: event.sequence,
    kind: event.kind,
    occurred_at: event.occurredAt,
    body: event.body,
  }
}

/** The id of a row's notification, even if the row is wrong. */
export const eventIdOf = ({ order_number, sequence }: Numbered): string => `evt_${order_number}_${sequence}`

export const rowFromProgress = (delivery: WebhookDelivery): ProgressRow => ({
  state: delivery.state,
  attempts: JSON.stringify(delivery.attempts),
  tries: delivery.tries,
  next_attempt_at: delivery.nextAttemptAt,
  ended_at: delivery.endedAt,
})

/** The columns under the names of a delivery's fields. */
export const storedDelivery = (row: Omit<DeliveryRow, "body"> & { readonly body: string | null }) => ({
  event: {
    id: eventIdOf(row),
    company: row.company_id,
    order: row.order_number,
    sequence: row.sequence,
    kind: row.kind,
    occurredAt: row.occurred_at,
    body: row.body,
  },
  state: row.state,
  attempts: parsedJson(row.attempts),
  tries: row.tries,
  nextAttemptAt: row.next_attempt_at,
  endedAt: row.ended_at,
})

const readDelivery = readerOf(WebhookDelivery)

export const deliveryFromRow = (
  operation: string,
  row: DeliveryRow,
): Effect.Effect<WebhookDelivery, StorageUnavailable> =>
  readDelivery(operation, `Webhook delivery ${eventIdOf(row)}`, storedDelivery(row))
