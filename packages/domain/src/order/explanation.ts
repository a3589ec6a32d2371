/**
 * An order's log told with what each event came to, and why it sent the notifications it sent and no others.
 */
import type { OrderEvent } from "./commands-and-events.ts"
import { evolve, placed } from "./machine.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { statusOf } from "./status-rules.ts"
import { type WebhookKind, webhookRules } from "./webhooks.ts"

/** One notification that an event sent, or might have been expected to send. */
export interface ExplainedWebhook {
  readonly kind: WebhookKind
  /** How many were sent; zero if none was. */
  readonly times: number
  /** The rule that sent it, or the reason why it was not sent. */
  readonly because: string
}

/** An event of a log, the status after it, and of each webhook that concerns it why it was sent or not. */
export interface ExplainedEvent {
  /** Position in the log, from 1. */
  readonly sequence: number
  readonly event: OrderEvent
  /** What the order showed before; null for the placing. */
  readonly before: OrderStatus | null
  readonly after: OrderStatus
  /** Empty for what no notification tells of. */
  readonly webhooks: ReadonlyArray<ExplainedWebhook>
}

/**
 * What each event of an order changed, and which webhooks it sent.
 *
 * @param log - of one order, in sequence; an event before the placing is left out, for there is nothing it could change
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
