/**
 * Stores a company's webhooks about a change to an order in the commit of that change: written once, and sent later.
 */
import type { Instant } from "@vintem/domain/calendar"
import { evolve, type Order, type OrderChange, type WebhookKind, webhooksOf } from "@vintem/domain/order"
import { JobQueue, WebhookDeliveryRepository, WebhookEndpointRepository, WebhookPayload } from "@vintem/domain/ports"
import { type WebhookEvent, webhookEventId } from "@vintem/domain/webhook"
import { Effect, Option } from "effect"
import { deliveryOf } from "../queue/work.ts"

/** One notification that a change sends, and the order as that change left it. */
interface DueNotification {
  readonly kind: WebhookKind
  readonly order: Order
  readonly at: Instant
}

/**
 * Part of a unit, after the order is saved: then no other unit adds webhooks of this order, and their numbers are consecutive. A company
 * without a webhook gets none, now or later.
 *
 * @param before - the order before the events
 */
export const queueWebhooks = Effect.fnUntraced(function* (before: Order, events: ReadonlyArray<OrderChange>) {
  const due = notificationsOf(before, events)
  if (due.length === 0) return
  const endpoints = yield* WebhookEndpointRepository
  const { company, number } = before.details
  if (Option.isNone(yield* endpoints.find(company))) return
  const deliveries = yield* WebhookDeliveryRepository
  const payload = yield* WebhookPayload
  const queue = yield* JobQueue
  const told = yield* deliveries.countOf(number)
  const notifications = due.map(({ kind, order, at }, index): WebhookEvent => {
    const sequence = told + index + 1
    const id = webhookEventId(number, sequence)
    const body = payload.encode({ id, kind, sequence, order, occurredAt: at })
    return { id, company, order: number, sequence, kind, occurredAt: at, body }
  })
  yield* deliveries.add(notifications)
  yield* queue.enqueue(notifications.map((event) => deliveryOf(event, event.occurredAt)))
})

const notificationsOf = (before: Order, events: ReadonlyArray<OrderChange>): ReadonlyArray<DueNotification> => {
  const due: Array<DueNotification> = []
  let current = before
  for (const event of events) {
    const order = evolve(current, event)
    for (const kind of webhooksOf(current, event, order)) due.push({ kind, order, at: event.at })
    current = order
  }
  return due
}
