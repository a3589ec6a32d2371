/** An order's log, with the status and the webhooks that each event caused, and why others were not sent. */
import type { OrderEvent } from "./commands-and-events.ts"
import { evolve, placed } from "./machine.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { statusOf } from "./status-rules.ts"
import { type WebhookKind, webhookRules } from "./webhooks.ts"

/** A webhook that an event sent, or that one might expect it to send. */
export interface ExplainedWebhook {
  readonly kind: WebhookKind
  /** How many were sent. Zero if none. */
  readonly times: number
  /** The rule that sent it, or the reason why it was not sent. */
  readonly because: string
}

/** An event of a log, the status after it, and the webhooks that it sent or might have sent. */
export interface ExplainedEvent {
  /** Number in the log, from 1. */
  readonly sequence: number
  readonly event: OrderEvent
  /** The status before. Null for the placing. */
  readonly before: OrderStatus | null
  readonly after: OrderStatus
  /** Empty if no webhook reports such an event. */
  readonly webhooks: ReadonlyArray<ExplainedWebhook>
}

/**
 * The change of status that each event of an order made, and the webhooks it sent.
 *
 * @param log - of one order, in sequence; an event before the placing is left out, because there is nothing it could
 *   change
 */
export const explain = (log: Iterable<OrderEvent>): ReadonlyArray<ExplainedEvent> => {
  const explained: Array<ExplainedEvent> = []
  let order: Order | null = null
  let sequence = 0
  for (const event of log) {
    sequence += 1
    if (event._tag === "OrderPlaced") {
      order = placed(event)
      explained.push({ sequence, event, before: null, after: statusOf(order), webhooks: [] })
    } else if (order !== null) {
      const after: Order = evolve(order, event)
      const webhooks = webhooksExplained(order, event, after)
      explained.push({ sequence, event, before: statusOf(order), after: statusOf(after), webhooks })
      order = after
    }
  }
  return explained
}

const webhooksExplained = (before: Order, event: OrderEvent, after: Order): ReadonlyArray<ExplainedWebhook> =>
  webhookRules.flatMap(({ kind, fires, times, concerns, hindrance }): ReadonlyArray<ExplainedWebhook> => {
    const sent = times(before, event, after)
    if (sent > 0) return [{ kind, times: sent, because: fires }]
    return concerns(event) ? [{ kind, times: 0, because: hindrance(before, after) }] : []
  })
