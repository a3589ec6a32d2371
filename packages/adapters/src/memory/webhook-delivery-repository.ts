/**
 * Webhook deliveries in memory.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import { WebhookDeliveryRepository, type WebhookStretch } from "@vintem/domain/ports"
import { newDelivery, type WebhookDelivery, type WebhookEvent, webhookEventId } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { areNew, requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, type DeliveryRow, Tables } from "./tables.ts"

export const layer = Layer.effect(
  WebhookDeliveryRepository,
  Effect.gen(function* () {
    const { companies, webhookDeliveries: deliveries, webhookSequences: sequences } = yield* Tables
    const { changes, undoLog } = yield* Tables
    let lastId = 0 // not taken back with a unit: a number is given out once

    const tell = ({ company, id, order }: WebhookEvent): void =>
      undoLog.onceFinal(() => changes.tell([{ kind: "delivery", company, id, order }]))

    const stored = (isWanted: (delivery: WebhookDelivery) => boolean): ReadonlyArray<DeliveryRow> =>
      deliveries
        .newestFirst()
        .filter(({ delivery }) => isWanted(delivery))
        .toSorted((one, other) => one.id - other.id)

    const inStretch = (company: CompanyId, { from, before, kinds }: WebhookStretch) =>
      stored(
        ({ event }) =>
          event.company === company &&
          event.occurredAt >= from &&
          event.occurredAt < before &&
          (kinds === undefined || kinds.includes(event.kind)),
      ).toSorted((one, other) => one.delivery.event.occurredAt - other.delivery.event.occurredAt || one.id - other.id)

    const find = (company: CompanyId, id: WebhookEvent["id"]): DeliveryRow | undefined => {
      const row = deliveries.get(id)
      return row?.delivery.event.company === company ? row : undefined
    }

    const put = (delivery: WebhookDelivery): boolean => {
      const hasEnded = delivery.state !== "pending"
      requireAll([
        [
          "webhook_delivery.state says whether it has ended",
          hasEnded === (delivery.endedAt !== null) && hasEnded === (delivery.nextAttemptAt === null),
        ],
      ])
      const row = deliveries.get(delivery.event.id)
      if (row === undefined) return false
      deliveries.put(delivery.event.id, { ...row, delivery: { ...delivery, event: row.delivery.event } })
      tell(row.delivery.event)
      return true
    }

    return WebhookDeliveryRepository.of({
      add: (events) =>
        Effect.sync(() => {
          requireAll([
            ["webhook_delivery.company exists", events.every(({ company }) => companies.has(company))],
            [
              "webhook_delivery.id is unique",
              areNew(
                events.map(({ id }) => id),
                (id) => deliveries.has(id),
              ),
            ],
            [
              "webhook_delivery.id names its order and its place",
              events.every(({ id, order, sequence }) => id === webhookEventId(order, sequence)),
            ],
          ])
          for (const event of events) {
            lastId += 1
            deliveries.put(event.id, { id: lastId, delivery: newDelivery(event) })
            tell(event)
            const order = compositeKey(event.company, event.order)
            sequences.put(order, Math.max(sequences.get(order) ?? 0, event.sequence))
          }
        }),

      countOf: (company, order) => Effect.sync(() => sequences.get(compositeKey(company, order)) ?? 0),

      save: (delivery) => Effect.sync(() => put(delivery)),

      saveAsRead: (changes) =>
        Effect.sync(() =>
          changes.flatMap(({ read, after }) => {
            const kept = deliveries.get(after.event.id)?.delivery
            const isAsRead =
              kept?.state === "pending" && kept.tries === read.tries && kept.nextAttemptAt === read.nextAttemptAt
            return isAsRead && put(after) ? [] : [after.event.id]
          }),
        ),

      findAll: (named) => Effect.sync(() => named.flatMap(({ company, id }) => find(company, id)?.delivery ?? [])),

      find: (company, id) => Effect.sync(() => Option.map(Option.fromUndefinedOr(find(company, id)), deliveryOf)),

      list: (company, filter, page) =>
        Effect.sync(() =>
          pageOf(
            stored(
              ({ event, state }) =>
                event.company === company &&
                (filter.order === undefined || event.order === filter.order) &&
                (filter.state === undefined || state === filter.state),
            )
              .toReversed()
              .map(deliveryOf),
            page,
          ),
        ),

      ofOrder: (company, order) =>
        Effect.sync(() =>
          stored(({ event }) => event.company === company && event.order === order)
            .map(deliveryOf)
            .toSorted((one, other) => one.event.sequence - other.event.sequence),
        ),

      countWithin: (company, stretch) => Effect.sync(() => inStretch(company, stretch).length),

      within: (company, stretch, { after, limit }) =>
        Effect.sync(() => {
          const last = after === null ? undefined : find(company, after)
          return inStretch(company, stretch)
            .filter((row) => last === undefined || isAfter(last, row))
            .slice(0, limit)
            .map(deliveryOf)
        }),

      forget: (before, limit) =>
        Effect.sync(() => {
          const hasEnded = ({ endedAt }: WebhookDelivery): boolean => endedAt !== null && endedAt < before
          const kept = Map.groupBy(stored(() => true).map(deliveryOf), ({ event }) => event.order)
          const forgotten = Array.from(kept.values())
            .flatMap((own) => {
              const inOrder = own.toSorted((one, other) => one.event.sequence - other.event.sequence)
              const first = inOrder.findIndex((delivery) => !hasEnded(delivery))
              return first === -1 ? inOrder : inOrder.slice(0, first)
            })
            .slice(0, limit)
          for (const { event } of forgotten) {
            deliveries.forget(event.id)
          }
          return forgotten.length
        }),
    })
  }),
)

const deliveryOf = ({ delivery }: DeliveryRow): WebhookDelivery => delivery

/** Compares by time, then by order of storage. */
const isAfter = (one: DeliveryRow, other: DeliveryRow): boolean => {
  const [before, after] = [one.delivery.event.occurredAt, other.delivery.event.occurredAt]
  return before < after || (before === after && one.id < other.id)
}
