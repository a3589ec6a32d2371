/**
 * Stores a company's webhooks about a change to an order in the commit of that change: written once, and sent later.
 */
import type { Instant } from "@vintem/domain/calendar"
import { type Order, type WebhookKind, webhooksOf } from "@vintem/domain/order"
import {
  JobQueue,
  type StorageUnavailable,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  WebhookPayload,
} from "@vintem/domain/ports"
import { type WebhookEvent, webhookEventId } from "@vintem/domain/webhook"
import { Effect, Option } from "effect"
import { deliveryJobOf } from "../queue/work.ts"
import type { Steps } from "./steps.ts"

/** One notification that a change sends, and the order as that change left it. */
interface DueNotification {
  readonly kind: WebhookKind
  readonly order: Order
  readonly at: Instant
}

/**
 * Part of a unit, after the order is saved: then no other unit tells of this order at the same time, and the numbers of its
 * notifications follow one another. A company without a webhook is told nothing, and
 * one with a webhook only the kinds that it named, now or later.
 */
export const queueWebhooks = (
  steps: Steps,
): Effect.Effect<
  void,
  StorageUnavailable,
  JobQueue | WebhookDeliveryRepository | WebhookEndpointRepository | WebhookPayload
> => {
  const due = notificationsOf(steps)
  return due.length === 0 ? Effect.void : queueNotifications(steps.before, due)
}

const queueNotifications = Effect.fnUntraced(function* (
  { details: { company, number } }: Order,
  due: ReadonlyArray<DueNotification>,
) {
  const endpoints = yield* WebhookEndpointRepository
  const endpoint = yield* endpoints.find(company)
  if (Option.isNone(endpoint)) return
  const wanted = due.filter(({ kind }) => endpoint.value.events.includes(kind))
  if (wanted.length === 0) return
  const deliveries = yield* WebhookDeliveryRepository
  const payload = yield* WebhookPayload
  const queue = yield* JobQueue
  const told = yield* deliveries.countOf(company, number)
  const notifications = wanted.map(({ kind, order, at }, index): WebhookEvent => {
    const sequence = told + index + 1
    const id = webhookEventId(number, sequence)
    const body = payload.encode({ id, kind, sequence, order, occurredAt: at })
    return { id, company, order: number, sequence, kind, occurredAt: at, body }
  })
  yield* deliveries.add(notifications)
  yield* queue.enqueue(notifications.map((event) => deliveryJobOf(event, event.occurredAt)))
})

const notificationsOf = ({ before, events, orders }: Steps): ReadonlyArray<DueNotification> => {
  const due: Array<DueNotification> = []
  let current = before
  for (const [index, event] of events.entries()) {
    const order = orders[index] ?? current
    for (const kind of webhooksOf(current, event, order)) due.push({ kind, order, at: event.at })
    current = order
  }
  return due
}
