/** A notification of an order on its way to its company: its content, and each attempt to send it. */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { OrderNumber } from "../identifiers/order.ts"
import { WebhookKind } from "../order/webhooks.ts"

/**
 * `webhook-id`, equal on every attempt and every redelivery: the number of the order and the notification's sequence
 * number in it. A receiver ignores an id that it has seen before.
 */
export const WebhookEventId = Schema.String.check(Schema.isPattern(/^evt_[0-9A-Z]{1,32}_[1-9][0-9]{0,9}$/u)).pipe(
  Schema.brand("WebhookEventId"),
)
export type WebhookEventId = typeof WebhookEventId.Type

/** The id of an order's notification. @param sequence - from 1, without a gap */
export const webhookEventId = (order: OrderNumber, sequence: number): WebhookEventId =>
  WebhookEventId.make(`evt_${order}_${sequence}`)

/** The order of a notification, and its place there. */
export const placeOfEvent = (id: WebhookEventId): Pick<WebhookEvent, "order" | "sequence"> => {
  const [, order = "", sequence] = id.split("_")
  return { order: OrderNumber.make(order), sequence: Number(sequence) }
}

/** What is sent: settled in the commit of the change that it tells of, and never changed. */
export const WebhookEvent = Schema.Struct({
  id: WebhookEventId,
  company: CompanyId,
  order: OrderNumber,
  /** The number among the order's notifications, from 1. */
  sequence: Schema.Int,
  kind: WebhookKind,
  occurredAt: Instant,
  /** The JSON text that is sent and signed. Every attempt sends these bytes. */
  body: Schema.String,
})
export type WebhookEvent = typeof WebhookEvent.Type

/** `pending`: it is tried, now or later. `failed`: it was given up, and waits for a request to send it again. */
export const WebhookDeliveryState = Schema.Literals(["pending", "delivered", "failed"])
/** `pending`: it is tried, now or later. `failed`: it was given up, and waits for a request to send it again. */
export type WebhookDeliveryState = typeof WebhookDeliveryState.Type

/** One attempt to send it. */
export const WebhookAttempt = Schema.Struct({
  at: Instant,
  /** The status of the answer. Null if none came. */
  status: Schema.NullOr(Schema.Int),
  /** Why it failed, in a few words. Null for a success. */
  error: Schema.NullOr(Schema.String),
  /** Duration in milliseconds. */
  durationMillis: Schema.Int,
})
export type WebhookAttempt = typeof WebhookAttempt.Type

/** The most attempts that are stored for one delivery: the latest. */
export const attemptsKeptMax = 50

/** A notification with its delivery. */
export const WebhookDelivery = Schema.Struct({
  event: WebhookEvent,
  state: WebhookDeliveryState,
  /** Earliest first, the latest `attemptsKeptMax`. */
  attempts: Schema.Array(WebhookAttempt),
  /** Attempts since the retry schedule began. It begins again with each redelivery. */
  tries: Schema.Int,
  /** When it is tried next. Null if it is not. */
  nextAttemptAt: Schema.NullOr(Instant),
  /** When it was delivered or given up. Null while it is tried. */
  endedAt: Schema.NullOr(Instant),
})
export type WebhookDelivery = typeof WebhookDelivery.Type

/** A notification that has not been sent yet. */
export const newDelivery = (event: WebhookEvent): WebhookDelivery => ({
  event,
  state: "pending",
  attempts: [],
  tries: 0,
  nextAttemptAt: event.occurredAt,
  endedAt: null,
})

/** The notification, to be sent again from the beginning of its retry schedule. Earlier attempts are kept. */
export const redelivered = (delivery: WebhookDelivery, at: Instant): WebhookDelivery => ({
  ...delivery,
  state: "pending",
  tries: 0,
  nextAttemptAt: at,
  endedAt: null,
})
