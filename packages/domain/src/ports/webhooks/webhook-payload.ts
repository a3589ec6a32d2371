/** Writes the body of a notification. Only the edge knows how an order looks on the wire. */
import * as Context from "effect/Context"
import type { Instant } from "../../calendar/instant.ts"
import type { Order } from "../../order/order.ts"
import type { WebhookKind } from "../../order/webhooks.ts"
import type { TestEvent } from "../../webhook/test-event.ts"
import type { WebhookEventId } from "../../webhook/webhook-delivery.ts"

/** The content of a notification: its kind, and the order as the change left it. */
export interface WebhookNotification {
  readonly id: WebhookEventId
  readonly kind: WebhookKind
  /** The number among the order's notifications, from 1. */
  readonly sequence: number
  readonly order: Order
  readonly occurredAt: Instant
}

/** Writes the body of a notification. */
export class WebhookPayload extends Context.Service<
  WebhookPayload,
  {
    /** JSON text, under 20 kB for any order of sensible size. Equal for equal notifications. */
    readonly encode: (notification: WebhookNotification) => string
    /** JSON text of a test event. Nobody can mistake it for an order's. */
    readonly encodeTest: (event: TestEvent) => string
  }
>()("@vintem/domain/ports/WebhookPayload") {}
