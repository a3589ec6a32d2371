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
import type { Steps } from "./steps.ts"
import type { Write } from "./write.ts"

/** The company's webhook, for one order. */
export interface Receiver {
  /** A company is sent only the kinds that it named, now or later. */
  readonly kinds: ReadonlyArray<WebhookKind>
  /** How many notifications of the order there are. Each comes with a version of the order, so the next commit of the order numbers on. */
  readonly sent: number
  readonly encode: WebhookPayload["Service"]["encode"]
}

/** A change of an order, with whoever is notified of it. */
export interface NotifiedChange {
  readonly steps: Steps
  readonly receiver: Receiver | null
}

/** The receiver of a change that is written after another one of its order, in one commit. */
export const receiverAfter = (first: NotifiedChange, receiver: Receiver | null): Receiver | null =>
  receiver && { ...receiver, sent: receiver.sent + wantedOf(first).length }

/** Reads who is notified of a change; null if the change sends nothing, or the company has no webhook. */
export const receiverOf = (
  steps: Steps,
): Effect.Effect<
  Receiver | null,
  StorageUnavailable,
  WebhookDeliveryRepository | WebhookEndpointRepository | WebhookPayload
> => (dueOf(steps).length === 0 ? Effect.succeed(null) : findReceiver(steps.before))

const findReceiver = Effect.fnUntraced(function* ({ details: { company, number } }: Order) {
  const endpoint = yield* (yield* WebhookEndpointRepository).find(company)
  if (Option.isNone(endpoint)) return null
  const { countOf } = yield* WebhookDeliveryRepository
  const { encode } = yield* WebhookPayload
  const receiver: Receiver = { kinds: endpoint.value.events, sent: yield* countOf(company, number), encode }
  return receiver
})

/** The notifications of a change, with the jobs that deliver them. */
export const notificationWrites = (change: NotifiedChange): ReadonlyArray<Write<"AddDeliveries" | "EnqueueJobs">> => {
  const { receiver, steps } = change
  const wanted = wantedOf(change)
  if (receiver === null || wanted.length === 0) return []
  const { company, number } = steps.before.details
  const events = wanted.map(({ kind, order, at }, index): WebhookEvent => {
    const sequence = receiver.sent + index + 1
    const id = webhookEventId(number, sequence)
    const body = receiver.encode({ id, kind, sequence, order, occurredAt: at })
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

const wantedOf = ({ receiver, steps }: NotifiedChange): ReadonlyArray<DueNotification> =>
  receiver === null ? [] : dueOf(steps).filter(({ kind }) => receiver.kinds.includes(kind))

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
