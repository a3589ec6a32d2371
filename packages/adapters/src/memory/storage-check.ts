/**
 * The stored data in memory, for the storage check. Besides orders, links, batches, subscriptions, their logs and
 * webhook deliveries, little could differ: a count per coupon, and the orders of a subscription's renewals.
 */
import { realmName } from "@vintem/domain/access"
import { type Batch, itemTotals } from "@vintem/domain/batch"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { statusOf, wasPaidLate } from "@vintem/domain/order"
import { duplicateStateOf, duplicatesOf, type PaymentLink, paymentStateOf } from "@vintem/domain/payment-link"
import {
  type BesideOrders,
  type CheckedBatch,
  type CheckedDelivery,
  type CheckedLink,
  type CheckedOrder,
  type CheckedSubscription,
  type CheckPiece,
  type CheckWalk,
  type OverusedCoupon,
  StorageCheck,
  type StoredOrder,
} from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Table } from "./table.ts"
import { compositeKey, type DeliveryRow, Tables } from "./tables.ts"

export const layer = Layer.effect(
  StorageCheck,
  Effect.gen(function* () {
    const { batchEvents, batches, batchItems, coupons, couponUses, keptUses, linkEvents, links, orderEvents, orders } =
      yield* Tables
    const { trailEntries, renewals, subscriptionEvents, subscriptions, unansweredAttempts, webhookDeliveries } =
      yield* Tables

    const checked = ({ id, order }: StoredOrder): CheckedOrder => {
      const { number } = order.details
      const log = logOf(orderEvents, number, order.version)
      const unanswered = order.attempts.flatMap(({ key }) => (unansweredAttempts.has(key) ? key : []))
      return {
        company: order.details.company,
        id,
        number,
        status: statusOf(order),
        order,
        log,
        unanswered,
        breaches: [],
      }
    }

    const checkedLink = (link: PaymentLink, id: number): CheckedLink => {
      const { slug } = link.details
      const paymentStates = link.payments.flatMap(({ order }) => {
        const stored = orders.get(order)
        return stored === undefined ? [] : [[order, paymentStateOf(stored.order)._tag] as const]
      })
      const duplicates = duplicatesOf(link).flatMap((order) => {
        const stored = orders.get(order)
        return stored === undefined ? [] : [[order, duplicateStateOf(stored.order)] as const]
      })
      const log = logOf(linkEvents, slug, link.version)
      return {
        company: link.details.company,
        id,
        slug,
        link,
        log,
        paymentStates: new Map(paymentStates),
        duplicates: new Map(duplicates),
        breaches: [],
      }
    }

    const checkedBatch = (batch: Batch, id: number): CheckedBatch => {
      const { token } = batch.details
      const items = Array.from(
        { length: itemTotals(batch.items).total },
        (_, n) => batchItems.get(compositeKey(token, n + 1)) ?? [],
      )
      const failed = items.flat().filter(({ failure }) => failure !== null)
      const linked = links.newestFirst().flatMap(({ details }) => (details.batch?.token === token ? details.batch : []))
      const counted = {
        items: items.flat().length,
        links: linked.length,
        failures: failed.length,
        lastDone: Math.max(0, ...[...failed, ...linked].map(({ position }) => position)),
      }
      return {
        company: batch.details.company,
        id,
        token,
        batch,
        log: logOf(batchEvents, token, batch.version),
        counted,
        breaches: [],
      }
    }

    const checkedSubscription = (subscription: Subscription, id: number): CheckedSubscription => {
      const { token } = subscription.details
      const log = logOf(subscriptionEvents, token, subscription.version)
      const kept = log.flatMap(({ event }) => {
        const order = event._tag === "RenewalOpened" ? renewals.get(compositeKey(token, event.period)) : undefined
        return event._tag === "RenewalOpened" && order !== undefined ? [{ period: event.period, order }] : []
      })
      return { company: subscription.details.company, id, token, subscription, log, renewals: kept, breaches: [] }
    }

    const checkedDelivery = ({ id, delivery }: DeliveryRow, ofOrder: ReadonlyArray<DeliveryRow>): CheckedDelivery => {
      const places = ofOrder.map((other) => other.delivery.event.sequence)
      const before = places.filter((place) => place < delivery.event.sequence)
      const previous = before.length === 0 ? null : Math.max(...before)
      return { company: delivery.event.company, id, event: delivery.event.id, delivery, previous, breaches: [] }
    }

    const wrongCoupons = (): ReadonlyArray<BesideOrders> => {
      const counted = couponUses.newestFirst().filter(({ isCounted }) => isCounted)
      return coupons.newestFirst().flatMap(({ id, company, uses: stored }): ReadonlyArray<BesideOrders> => {
        const derived = counted.filter(({ coupon }) => coupon === id).length
        const place = { table: "coupon", row: `id ${id}`, column: "uses" }
        return stored === derived
          ? []
          : [{ number: `company ${company}`, breach: { _tag: "ColumnDiffers", ...place, stored, derived } }]
      })
    }

    const overused = (): ReadonlyArray<OverusedCoupon> =>
      coupons.newestFirst().flatMap(({ id, company, code, maxUses, uses }) => {
        const allowed = maxUses === null ? uses : Math.max(maxUses, keptUses.get(id) ?? 0)
        const users = couponUses
          .entries()
          .filter(([, use]) => use.coupon === id && use.isCounted && orders.has(use.order))
        if (users.length <= allowed) return []
        const late = users.filter(([, { order }]) => wasPaidLate(eventsOf(order))).length
        return [{ company, code, uses: users.length, allowed, late }]
      })

    const eventsOf = (number: OrderNumber) =>
      logOf(orderEvents, number, orders.get(number)?.order.version ?? 0).map(({ event }) => event)

    return StorageCheck.of({
      lastId: Effect.sync(() => orders.size),
      scan: (piece) => Effect.sync(() => inPiece(orders.newestFirst(), piece).map(checked)),
      links: walkOf(links, checkedLink),
      batches: walkOf(batches, checkedBatch),
      subscriptions: walkOf(subscriptions, checkedSubscription),
      trailEntries: walkOf(trailEntries, (entry, id) => ({
        company: entry.realm._tag === "company" ? entry.realm.company : 0,
        id,
        name: `audit log of ${realmName(entry.realm)}, entry ${entry.sequence}`,
        entry,
        sequence: entry.sequence,
        previous: entry.sequence === 1 ? null : entry.sequence - 1,
        breaches: [],
      })),
      deliveries: {
        lastId: Effect.sync(() => Math.max(0, ...webhookDeliveries.newestFirst().map(({ id }) => id))),
        scan: (piece) =>
          Effect.sync(() => {
            const all = webhookDeliveries.newestFirst()
            const ofOrder = Map.groupBy(all, ({ delivery }) => delivery.event.order)
            return inPiece(all, piece).map((row) => checkedDelivery(row, ofOrder.get(row.delivery.event.order) ?? []))
          }),
      },
      besideOrders: Stream.fromEffect(Effect.sync(wrongCoupons)).pipe(Stream.filter((wrong) => wrong.length > 0)),
      overusedCoupons: Stream.fromEffect(Effect.sync(overused)),
    })
  }),
)

const logOf = <Event extends {}>(events: Table<string, Event>, key: string, version: number) =>
  Array.from({ length: version }, (_, position) => position + 1).flatMap((sequence) => {
    const event = events.get(compositeKey(key, sequence))
    return event === undefined ? [] : [{ sequence, event }]
  })

/** Numbered in order of arrival, because none is ever removed. */
const walkOf = <Key, Row extends {}, Checked extends { readonly id: number }>(
  table: Table<Key, Row>,
  checked: (row: Row, id: number) => Checked,
): CheckWalk<Checked> => ({
  lastId: Effect.sync(() => table.size),
  scan: (piece) =>
    Effect.sync(() => {
      const numbered = table.entries().map(([, row], at) => ({ id: at + 1, row }))
      return inPiece(numbered, piece).map(({ id, row }) => checked(row, id))
    }),
})

/** Memory reads by id. */
const inPiece = <Row extends { readonly id: number }>(
  rows: ReadonlyArray<Row>,
  { after, lastId, limit }: CheckPiece,
): ReadonlyArray<Row> =>
  rows
    .filter(({ id }) => id > after.id && id <= lastId)
    .toSorted((one, other) => one.id - other.id)
    .slice(0, limit)
