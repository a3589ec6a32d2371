// A check of the stored data: while writers are at work, and for missing jobs.
import { it } from "@effect/vitest"
import { JobQueue, OrderRepository, StorageCheck, WebhookDeliveryRepository } from "@vintem/domain/ports"
import { newDelivery } from "@vintem/domain/webhook"
import { exampleNow, exampleWebhookEvent } from "@vintem/testing"
import { Effect, Stream } from "effect"
import { describe, expect } from "vitest"
import { type CheckProgress, checkStorage, type FoundBreach } from "../src/index.ts"
import { card, cards, layer, onlyOrder, pix, place } from "./shop.ts"

/** Checks, and collects the findings. */
const checked = Effect.gen(function* () {
  const breaches: Array<FoundBreach> = []
  const progress: Array<CheckProgress> = []
  const end = yield* checkStorage({
    onBreach: (found) => Effect.sync(() => breaches.push(found)),
    onProgress: (told) => Effect.sync(() => progress.push(told)),
  })
  return { breaches, progress, end }
})

describe("checkStorage", () => {
  it.effect("finds nothing in an empty store, and reports the end", () =>
    Effect.gen(function* () {
      const over: CheckProgress = {
        orders: 0,
        links: 0,
        batches: 0,
        subscriptions: 0,
        deliveries: 0,
        changes: 0,
        breaches: 0,
        share: 1,
      }
      expect(yield* checked).toEqual({ breaches: [], progress: [over], end: over })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds nothing in sales with any outcome", () =>
    Effect.gen(function* () {
      for (const number of Object.values(cards)) yield* place(card(number))
      yield* place(pix())
      const { breaches, end } = yield* checked
      expect(breaches).toEqual([])
      expect(end.orders).toBe(Object.keys(cards).length + 1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("continues piece by piece, to the last order from the beginning of the check", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 450; n++) yield* place(card(cards.approved))
      const { progress } = yield* checked
      expect(progress.map(({ orders }) => orders)).toEqual([200, 400, 450, 450])
      const shares = progress.map(({ share }) => share)
      expect(shares).toEqual(shares.toSorted((one, other) => one - other))
      expect(shares.at(-1)).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds an attempt without a job that would ask about it, until an operator has to decide", () =>
    Effect.gen(function* () {
      const queue = yield* JobQueue
      yield* place(card(cards.silent))
      const { attempts, details } = yield* onlyOrder
      const job = `resolve:${attempts[0]?.key}`
      expect(yield* queue.known(details.company, [job])).toEqual([job])
      yield* queue.withdraw(details.company, [job])
      const { breaches } = yield* checked
      expect(breaches).toEqual([{ subject: details.number, breach: { _tag: "WorkMissing", attempt: 1, job } }])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds a pending notification without a job that would deliver it, until it is delivered or given up", () =>
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const deliveries = yield* WebhookDeliveryRepository
      yield* place(card(cards.approved))
      const { details } = yield* onlyOrder
      const { company } = details
      const event = exampleWebhookEvent(company, 1)
      const job = `webhook:${event.id}`
      yield* deliveries.add([event])
      const found = { subject: `webhook ${event.id}`, breach: { _tag: "NeverDelivered", job } }
      expect((yield* checked).breaches).toEqual([found])
      const due = {
        queue: "webhook",
        orderingKey: null,
        kind: "DeliverWebhook",
        dueAt: exampleNow,
        payload: "{}",
      } as const
      yield* queue.enqueue([{ ...due, name: job, company }])
      const { breaches, end } = yield* checked
      expect(breaches).toEqual([])
      expect(end.deliveries).toBe(1)
      yield* queue.withdraw(company, [job])
      expect((yield* checked).breaches).toEqual([found])
      for (const state of ["delivered", "failed"] as const) {
        yield* deliveries.save({ ...newDelivery(event), state, nextAttemptAt: null, endedAt: exampleNow })
        expect((yield* checked).breaches).toEqual([])
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds a gap among the notifications of an order, and none if the first ones were forgotten", () =>
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const deliveries = yield* WebhookDeliveryRepository
      yield* place(card(cards.approved))
      const { company } = (yield* onlyOrder).details
      const events = [3, 4, 6].map((sequence) => exampleWebhookEvent(company, 1, sequence))
      yield* deliveries.add(events)
      const due = {
        queue: "webhook",
        orderingKey: null,
        kind: "DeliverWebhook",
        dueAt: exampleNow,
        payload: "{}",
      } as const
      yield* queue.enqueue(events.map(({ id }) => ({ ...due, name: `webhook:${id}`, company })))
      expect((yield* checked).breaches).toEqual([
        { subject: `webhook ${events[2]?.id}`, breach: { _tag: "SequenceGap", sequence: 6, previous: 4 } },
      ])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not report a half-read change of a writer", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const stored = yield* StorageCheck
      let looks = 0
      // The first look finds the order before its last event and the log after it.
      const torn = StorageCheck.of({
        ...stored,
        scan: (piece) =>
          Effect.map(stored.scan(piece), (found) => {
            looks += 1
            return looks > 1 ? found : found.map((one) => ({ ...one, log: one.log.slice(0, -1) }))
          }),
      })
      expect((yield* checked.pipe(Effect.provideService(StorageCheck, torn))).breaches).toEqual([])
      expect(looks).toBe(2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("reports a fault that it finds twice, once", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      const stored = yield* StorageCheck
      const orders = yield* OrderRepository
      const shortened = StorageCheck.of({
        ...stored,
        scan: (piece) =>
          Effect.map(stored.scan(piece), (found) => found.map((one) => ({ ...one, log: one.log.slice(1) }))),
        besideOrders: Stream.make([{ number: "NOBODY", breach: { _tag: "RowStray", table: "t", row: "r" } }]),
      })
      const { breaches, end } = yield* checked.pipe(Effect.provideService(StorageCheck, shortened))
      const { details } = yield* onlyOrder
      expect(breaches).toEqual([
        { subject: details.number, breach: { _tag: "LogGap", expected: 1, found: 2 } },
        { subject: "NOBODY", breach: { _tag: "RowStray", table: "t", row: "r" } },
      ])
      expect(end.breaches).toBe(2)
      expect((yield* orders.history(details.company, details.number)).length).toBeGreaterThan(2)
    }).pipe(Effect.provide(layer)),
  )
})
