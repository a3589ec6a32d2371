/**
 * The notifications of a change to an order: written once, in the commit of that change, and sent later.
 */
import type { Instant } from "@vintem/domain/calendar"
import { type Order, type WebhookKind, webhooksOf } from "@vintem/domain/order"
import {
  type StorageUnavailable,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  WebhookPayload,
} from "@vintem/domain/ports"
import { type WebhookEvent, webhookEventId } from "@vintem/domain/webhook"
import { Effect, Option } from "effect"
import { deliveryJobOf } from "../queue/work.ts"
import type { Consequence } from "./consequence.ts"
import type { Steps } from "./steps.ts"

/** The notifications of one change for the company. */
interface Notifications {
  /** Only kinds that the company named; at least one. */
  readonly wanted: ReadonlyArray<DueNotification>
  /** How many notifications of the order were written before. Each came with a version of the order, so no other commit takes their numbers. */
  readonly sent: number
  readonly encode: WebhookPayload["Service"]["encode"]
}

/** A change of an order, with its notifications for the company; null if there are none. */
export interface NotifiedChange {
  readonly steps: Steps
  readonly notifications: Notifications | null
}

/**
 * Reads which notifications a company gets for a change. Without a webhook it gets none; with one, only the kinds that
 * it named.
 *
 * @param first - another change of the order, which is written before this one in the same commit
 */
export const notifiedChange = (
  steps: Steps,
  first?: NotifiedChange,
): Effect.Effect<
  NotifiedChange,
  StorageUnavailable,
  WebhookDeliveryRepository | WebhookEndpointRepository | WebhookPayload
> => {
  const due = dueOf(steps)
  return due.length === 0 ? Effect.succeed({ steps, notifications: null }) : readNotified(steps, due, first)
}

const readNotified = Effect.fnUntraced(function* (
  steps: Steps,
  due: ReadonlyArray<DueNotification>,
  first: NotifiedChange | undefined,
) {
  const { company, number } = steps.before.details
  const endpoint = yield* (yield* WebhookEndpointRepository).find(company)
  const wanted = Option.match(endpoint, {
    onNone: () => [],
    onSome: ({ events }) => due.filter(({ kind }) => events.includes(kind)),
  })
  if (wanted.length === 0) return { steps, notifications: null }
  const { countOf } = yield* WebhookDeliveryRepository
  const { encode } = yield* WebhookPayload
  const sent = (yield* countOf(company, number)) + (first?.notifications?.wanted.length ?? 0)
  return { steps, notifications: { wanted, sent, encode } }
})

/** The notifications of a change, with the jobs that deliver them. */
export const notificationWrites = ({
  notifications,
  steps,
}: NotifiedChange): ReadonlyArray<Consequence<"AddDeliveries" | "EnqueueJobs">> => {
  if (notifications === null) return []
  const { encode, sent, wanted } = notifications
  const { company, number } = steps.before.details
  const events = wanted.map(({ kind, order, at }, index): WebhookEvent => {
    const sequence = sent + index + 1
    const id = webhookEventId(number, sequence)
    const body = encode({ id, kind, sequence, order, occurredAt: at })
    return { id, company, order: number, sequence, kind, occurredAt: at, body }
  })
  return [
    { _tag: "AddDeliveries", events },
    { _tag: "EnqueueJobs", jobs: events.map((event) => deliveryJobOf(event, event.occurredAt)) },
  ]
}

/** One notification that a change sends, and the order as that change left it. */
interface DueNotification {
  readonly kind: WebhookKind
  readonly order: Order
  readonly at: Instant
}

const dueOf = ({ before, events, orders }: Steps): ReadonlyArray<DueNotification> => {
  const due: Array<DueNotification> = []
  let current = before
  for (const [index, event] of events.entries()) {
    const order = orders[index] ?? current
    for (const kind of webhooksOf(current, event, order)) due.push({ kind, order, at: event.at })
    current = order
  }
  return due
}
