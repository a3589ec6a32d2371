/**
 * Writes the text that a notification sends. How an order looks on the wire is the edge's to know.
 */
import * as Context from "effect/Context"
import type { Instant } from "../../calendar/instant.ts"
import type { Order } from "../../order/order.ts"
import type { WebhookKind } from "../../order/webhooks.ts"
import type { TestEvent } from "../../webhook/test-event.ts"
import type { WebhookEventId } from "../../webhook/webhook-delivery.ts"

/** What a notification tells: a kind, of an order as the change left it. */
export interface WebhookNotification {
  readonly id: WebhookEventId
  readonly kind: WebhookKind
  /** The place among the notifications of the order, from 1. */
  readonly sequence: number
  readonly order: Order
  readonly occurredAt: Instant
}

/** Writes the body of a notification. */
export class WebhookPayload extends Context.Service<
  WebhookPayload,
  {
    /** JSON text, under 20 kB for any order of sensible size. The same for the same notification. */
    readonly encode: (notification: WebhookNotification) => string
    /** JSON text of a test event: nobody can take it for that of an order. */
    readonly encodeTest: (event: TestEvent) => string
  }
>()("@vintem/domain/ports/WebhookPayload") {}
