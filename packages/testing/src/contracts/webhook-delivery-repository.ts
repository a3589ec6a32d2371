/** The contract of every store of webhook deliveries. */

import { CompanyId } from "@vintem/domain/identifiers"
import { WebhookKind } from "@vintem/domain/order"
import {
  type CompanyRepository,
  UnitOfWork,
  type WebhookDeliveryFilter,
  WebhookDeliveryRepository,
  type WebhookStretch,
} from "@vintem/domain/ports"
import {
  newDelivery,
  redelivered,
  type WebhookDelivery,
  WebhookDeliveryState,
  type WebhookEvent,
  type WebhookEventId,
} from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { exampleWebhookEvent as eventOf, notifiedOrder } from "../webhook/example-webhook-event.ts"
import { nth, numbers } from "./job-queue-examples.ts"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const webhookDeliveryRepositoryContract = (
  name: string,
  layer: Layer.Layer<WebhookDeliveryRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it, law } = store

  describe(`WebhookDeliveryRepository: ${name}`, () => {
    describe("add", () => {
      it(
        "stores every field of a notification of any kind, as not tried yet",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          const events = WebhookKind.literals.map((kind, n) =>
            eventOf(company, 1, n + 1, {
              kind,
              occurredAt: later(n),
              body: `{"é":"\\u0000 🙂 '",\n "kind" : "${kind}"}\n `,
            }),
          )
          yield* deliveries.add(events)
          for (const event of events) yield* expectStored(newDelivery(event))
          expect(yield* deliveries.ofOrder(company, notifiedOrder(1))).toStrictEqual(events.map(newDelivery))
        }),
      )

      law(
        "fidelity: a body is returned to the last character",
        fc.array(fc.json({ stringUnit: "binary" }), { maxLength: 5 }),
        Effect.fnUntraced(function* (bodies) {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          yield* deliveries.add(bodies.map((body, n) => eventOf(company, 1, n + 1, { body })))
          const found = yield* deliveries.ofOrder(company, notifiedOrder(1))
          expect(found.map(({ event }) => event.body)).toStrictEqual(bodies)
        }),
      )

      it(
        "stores a hundred together, and none if there are none",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          yield* deliveries.add([])
          yield* deliveries.add(numbers(100).map((n) => eventOf(company, n)))
          expect(yield* ordersIn(company, {})).toStrictEqual(numbers(100).toReversed())
        }),
      )

      it(
        "uniqueness: dies on a company's second notification with an id, or a sequence number of an order, and stores nothing",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          yield* deliveries.add([eventOf(company, 1)])
          const { id } = eventOf(company, 9)
          const refused = [
            [eventOf(company, 1, 2, { id: eventOf(company, 1).id })],
            [eventOf(company, 2, 1, { id: eventOf(company, 1).id })],
            [eventOf(company, 1, 1, { id })],
            [eventOf(company, 3), eventOf(company, 4, 1, { id: eventOf(company, 3).id })],
            [eventOf(company, 3), eventOf(company, 3, 1, { id })],
          ]
          for (const events of refused) expect(Exit.hasDies(yield* Effect.exit(deliveries.add(events)))).toBe(true)
          expect(yield* ordersIn(company, {})).toStrictEqual([1])
          expect(yield* deliveries.countOf(company, notifiedOrder(3))).toBe(0)
          yield* expectStored(newDelivery(eventOf(company, 1)))
        }),
      )

      it(
        "dies on a notification of a missing company",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const nobody = CompanyId.make((yield* owner) + 1)
          expect(Exit.hasDies(yield* Effect.exit(deliveries.add([eventOf(nobody, 1)])))).toBe(true)
          expect(yield* deliveries.countOf(nobody, notifiedOrder(1))).toBe(0)
        }),
      )

      it(
        "joins the unit of work around it, with totals and sequences",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const { commit } = yield* UnitOfWork
          const company = yield* owner
          const first = newDelivery(eventOf(company, 1))
          yield* deliveries.add([first.event])
          const unit = Effect.gen(function* () {
            yield* deliveries.add([eventOf(company, 1, 2), eventOf(company, 2)])
            yield* deliveries.save(deliveredAt(first, 5))
            expect(yield* ordersIn(company, { state: "delivered" })).toStrictEqual([1])
            expect(yield* ordersIn(company, {})).toStrictEqual([2, 1, 1])
            expect(yield* deliveries.countOf(company, notifiedOrder(1))).toBe(2)
            expect(yield* deliveries.forget(later(6), 10)).toBe(1)
            return yield* Effect.fail("given up")
          })
          yield* Effect.exit(commit(unit))
          expect(yield* ordersIn(company, { state: "pending" })).toStrictEqual([1])
          expect(yield* ordersIn(company, { state: "delivered" })).toStrictEqual([])
          expect(yield* ordersIn(company, {})).toStrictEqual([1])
          expect(yield* deliveries.countOf(company, notifiedOrder(1))).toBe(1)
          yield* expectStored(first)
          // The rolled-back names are free again.
          yield* deliveries.add([eventOf(company, 1, 2), eventOf(company, 2)])
          expect(yield* ordersIn(company, {})).toStrictEqual([2, 1, 1])
        }),
      )
    })

    describe("countOf", () => {
      it(
        "returns the last sequence number of a company's order, and 0 for one without notifications",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          yield* deliveries.add([eventOf(company, 1, 1), eventOf(company, 1, 2), eventOf(company, 2, 1)])
          yield* deliveries.add([eventOf(company, 1, 3)])
          const countsOf = (asked: CompanyId) =>
            Effect.forEach([1, 2, 3].map(notifiedOrder), (order) => deliveries.countOf(asked, order))
          expect(yield* countsOf(company)).toStrictEqual([3, 1, 0])
          expect(yield* countsOf(other)).toStrictEqual([0, 0, 0])
        }),
      )

      it(
        "counts forgotten ones, so that no number is used twice",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          yield* storeEnded(company, 1, [1, 1])
          expect(yield* deliveries.forget(later(2), 10)).toBe(2)
          expect(yield* deliveries.countOf(company, notifiedOrder(1))).toBe(2)
          yield* deliveries.add([eventOf(company, 1, 3)])
          expect(yield* deliveries.countOf(company, notifiedOrder(1))).toBe(3)
        }),
      )
    })

    describe("save", () => {
      it(
        "stores every state with its attempts, and keeps the event",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          const [event, bystander] = [eventOf(company, 1), eventOf(company, 2)]
          yield* deliveries.add([event, bystander])
          const failing: WebhookDelivery = {
            ...newDelivery(event),
            attempts: [
              { at: later(1), status: 500, error: "answered 500", durationMillis: 12 },
              { at: later(2), status: null, error: 'não houve "resposta" 🙂', durationMillis: 15_000 },
            ],
            tries: 2,
            nextAttemptAt: later(600_000),
          }
          const states = [
            failing,
            deliveredAt(failing, 3),
            redelivered(failing, later(4)),
            { ...failing, state: "failed", tries: 4, nextAttemptAt: null, endedAt: later(5) },
            newDelivery(event),
          ] satisfies ReadonlyArray<WebhookDelivery>
          for (const delivery of states) {
            const altered = {
              ...delivery,
              event: { ...event, body: "{}", kind: "canceled" as const, occurredAt: later(9) },
            }
            expect(yield* deliveries.save(altered)).toBe(true)
            yield* expectStored(delivery)
            yield* expectStored(newDelivery(bystander))
          }
          expect(new Set(states.map(({ state }) => state))).toStrictEqual(new Set(WebhookDeliveryState.literals))
        }),
      )

      it(
        "returns false for a delivery that was never stored or was forgotten, and stores nothing",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          expect(yield* deliveries.save(deliveredAt(newDelivery(eventOf(company, 1)), 1))).toBe(false)
          const [forgotten] = yield* storeEnded(company, 2, [1])
          yield* deliveries.forget(later(2), 10)
          expect(yield* deliveries.save(forgotten)).toBe(false)
          expect(yield* ordersIn(company, {})).toStrictEqual([])
          for (const state of WebhookDeliveryState.literals) {
            expect(yield* ordersIn(company, { state })).toStrictEqual([])
          }
        }),
      )

      it(
        "dies on a delivery that waits and has ended, or neither",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const waiting = newDelivery(eventOf(yield* owner, 1))
          yield* deliveries.add([waiting.event])
          const wrong: ReadonlyArray<Partial<WebhookDelivery>> = [
            { state: "delivered" },
            { state: "failed", endedAt: later(1) },
            { endedAt: later(1) },
            { nextAttemptAt: null },
          ]
          for (const change of wrong) {
            expect(Exit.hasDies(yield* Effect.exit(deliveries.save({ ...waiting, ...change })))).toBe(true)
          }
          yield* expectStored(waiting)
        }),
      )

      it(
        "counts each once, however many save it concurrently",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const { commit } = yield* UnitOfWork
          const company = yield* owner
          const waiting = newDelivery(eventOf(company, 1))
          yield* deliveries.add([waiting.event])
          const ends = numbers(20).map((n) => (n % 2 === 0 ? deliveredAt(waiting, n) : failedAt(waiting, n)))
          yield* Effect.forEach(ends, (end) => commit(deliveries.save(end)), { concurrency: "unbounded" })
          const [kept] = (yield* deliveries.list(company, {}, wholeList)).entries
          expect(ends).toContainEqual(kept)
          for (const state of WebhookDeliveryState.literals) {
            expect(yield* ordersIn(company, { state })).toStrictEqual(state === kept?.state ? [1] : [])
          }
        }),
      )
    })

    describe("saveAsRead", () => {
      it(
        "stores many together, in every state, and counts them",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          const read = [...numbers(70).map((n) => eventOf(company, n)), eventOf(other, 71)].map(newDelivery)
          yield* deliveries.add(read.map(({ event }) => event))
          const change = [deliveredAt, failedAt, waitingAt]
          const changes = read.map((delivery, n) => ({ read: delivery, after: nth(change, n)(delivery, n + 1) }))
          expect(yield* deliveries.saveAsRead(changes)).toStrictEqual([])
          for (const { after } of changes) yield* expectStored(after)
          for (const state of WebhookDeliveryState.literals) {
            const wanted = changes.filter(({ after }) => after.state === state && after.event.company === company)
            expect((yield* deliveries.list(company, { state }, page(1, 1))).total).toBe(wanted.length)
          }
          expect(yield* deliveries.saveAsRead([])).toStrictEqual([])
        }),
      )

      it(
        "skips deliveries that changed since they were read, and returns them",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          const [asRead, again, ended, tried, absent] = [1, 2, 3, 4, 5].map((n) => newDelivery(eventOf(company, n)))
          if (!(asRead && again && ended && tried && absent)) throw new Error("There are five.")
          yield* deliveries.add([asRead, again, ended, tried].map(({ event }) => event))
          const meanwhile = [redelivered(again, later(7)), deliveredAt(ended, 7), waitingAt(tried, 7)]
          for (const delivery of meanwhile) yield* deliveries.save(delivery)
          const all = [asRead, again, ended, tried, absent]
          const changes = all.map((read) => ({ read, after: deliveredAt(read, 9) }))
          const left = yield* deliveries.saveAsRead(changes)
          expect(left.toSorted()).toStrictEqual([again, ended, tried, absent].map(({ event }) => event.id).toSorted())
          yield* expectStored(deliveredAt(asRead, 9))
          for (const delivery of meanwhile) yield* expectStored(delivery)
          expect((yield* deliveries.list(company, { state: "delivered" }, page(1, 9))).total).toBe(2)
        }),
      )
    })

    describe("findAll", () => {
      it(
        "finds the stored ones, of several companies together, and only under their own company",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          const events = [...numbers(70).map((n) => eventOf(company, n)), eventOf(other, 71)]
          yield* deliveries.add(events)
          const strangers = [eventOf(company, 99), eventOf(other, 1), eventOf(company, 71)]
          const found = yield* deliveries.findAll([...events, ...strangers])
          const byId = (all: ReadonlyArray<WebhookDelivery>) => new Map(all.map((one) => [one.event.id, one]))
          expect(byId(found)).toStrictEqual(byId(events.map(newDelivery)))
          expect(yield* deliveries.findAll([])).toStrictEqual([])
        }),
      )
    })

    describe("find", () => {
      it(
        "shows nobody another company's",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          const event = eventOf(company, 1)
          expect(Option.isNone(yield* deliveries.find(company, event.id))).toBe(true)
          yield* deliveries.add([event])
          expect(Option.isNone(yield* deliveries.find(other, event.id))).toBe(true)
          expect(yield* deliveries.find(company, event.id)).toStrictEqual(Option.some(newDelivery(event)))
          expect(yield* deliveries.ofOrder(other, notifiedOrder(1))).toStrictEqual([])
          expect((yield* deliveries.list(other, { order: notifiedOrder(1) }, wholeList)).total).toBe(0)
        }),
      )
    })

    describe("list", () => {
      it(
        "shows a company's latest stored first, whenever they occurred and in any state",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          yield* deliveries.add([eventOf(company, 1, 1, { occurredAt: later(9) }), eventOf(other, 2)])
          yield* deliveries.add([eventOf(company, 3)])
          yield* deliveries.save(deliveredAt(newDelivery(eventOf(company, 1, 1, { occurredAt: later(9) })), 10))
          expect(yield* ordersIn(company, {})).toStrictEqual([3, 1])
        }),
      )

      it(
        "shows a page at a time, from the first to the last, with the total on each, and nothing past the end",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          yield* deliveries.add(numbers(7).map((n) => eventOf(company, 1, n)))
          const all = numbers(7)
            .map((n) => eventOf(company, 1, n).id)
            .toReversed()
          const filters: ReadonlyArray<WebhookDeliveryFilter> = [
            {},
            { state: "pending" },
            { order: notifiedOrder(1) },
            { order: notifiedOrder(1), state: "pending" },
          ]
          for (const filter of filters) {
            for (const size of [1, 2, 3, 7, 8]) {
              for (const number of numbers(8)) {
                const { entries, total } = yield* deliveries.list(company, filter, page(number, size))
                expect(entries.map(({ event }) => event.id)).toStrictEqual(
                  all.slice((number - 1) * size, number * size),
                )
                expect(total).toBe(7)
              }
            }
          }
        }),
      )

      it(
        "filters by order and by current state, and counts accordingly",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          const first = newDelivery(eventOf(company, 1, 1))
          yield* deliveries.add([first.event, eventOf(company, 1, 2), eventOf(company, 2)])
          for (const delivery of [first, deliveredAt(first, 1), redelivered(first, later(2)), failedAt(first, 3)]) {
            yield* deliveries.save(delivery)
            for (const state of WebhookDeliveryState.literals) {
              const isIn = state === delivery.state
              const waits = state === "pending"
              expect(yield* ordersIn(company, { state })).toStrictEqual([
                ...(waits ? [2, 1] : []),
                ...(isIn ? [1] : []),
              ])
              const { entries, total } = yield* deliveries.list(company, { order: notifiedOrder(1), state }, wholeList)
              expect(entries.map(({ event }) => event.sequence)).toStrictEqual([
                ...(waits ? [2] : []),
                ...(isIn ? [1] : []),
              ])
              expect(total).toBe(entries.length)
            }
            expect(yield* ordersIn(company, { order: notifiedOrder(1) })).toStrictEqual([1, 1])
            expect(yield* ordersIn(company, { order: notifiedOrder(3) })).toStrictEqual([])
            expect(yield* ordersIn(company, {})).toStrictEqual([2, 1, 1])
          }
        }),
      )

      law(
        "books: totals are the stored ones, in any state",
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom("delivered", "failed", "again", "forgotten")),
          {
            maxLength: 30,
            size: "max",
          },
        ),
        Effect.fnUntraced(function* (changes) {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          const kept = new Map(numbers(6).map((n) => [n, newDelivery(eventOf(n % 2 === 0 ? company : other, n))]))
          yield* deliveries.add(Array.from(kept.values(), ({ event }) => event))
          for (const [n, change] of changes) {
            const before = kept.get(n)
            if (change === "forgotten") {
              const over = Array.from(kept).filter(([, { endedAt }]) => endedAt !== null && endedAt < later(n))
              expect(yield* deliveries.forget(later(n), 10)).toBe(over.length)
              for (const [gone] of over) kept.delete(gone)
            } else if (before !== undefined) {
              const after = { delivered: deliveredAt, failed: failedAt, again: waitingAt }[change](before, n)
              yield* deliveries.save(after)
              kept.set(n, after)
            }
            for (const state of [undefined, ...WebhookDeliveryState.literals]) {
              for (const whose of [company, other]) {
                const expected = Array.from(kept)
                  .filter(([, delivery]) => delivery.event.company === whose)
                  .filter(([, delivery]) => state === undefined || delivery.state === state)
                expect((yield* ordersIn(whose, state === undefined ? {} : { state })).toReversed()).toStrictEqual(
                  expected.map(([order]) => order),
                )
              }
            }
          }
        }),
      )
    })

    describe("ofOrder", () => {
      it(
        "returns those of an order in sequence, in whatever order they were stored",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          yield* deliveries.add([3, 1, 2].map((n) => eventOf(company, 1, n)))
          yield* deliveries.add([10, 9].map((n) => eventOf(company, 1, n)))
          yield* deliveries.add([eventOf(company, 1, 4)])
          const found = yield* deliveries.ofOrder(company, notifiedOrder(1))
          expect(found.map(({ event }) => event.sequence)).toStrictEqual([1, 2, 3, 4, 9, 10])
          expect(yield* deliveries.countOf(company, notifiedOrder(1))).toBe(10)
          expect(yield* deliveries.ofOrder(company, notifiedOrder(2))).toStrictEqual([])
        }),
      )
    })

    describe("within", () => {
      it(
        "returns those in a range of time, from its beginning to before its end, of the requested kinds",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          const kinds = ["paid", "refund", "canceled", "paid", "refund"] as const
          yield* deliveries.add([
            ...kinds.map((kind, n) => eventOf(company, n, 1, { kind, occurredAt: later(10 * n) })),
            eventOf(other, 9, 1, { occurredAt: later(10) }),
          ])
          const asked: ReadonlyArray<readonly [WebhookStretch, ReadonlyArray<number>]> = [
            [{ from: later(0), before: later(41) }, [0, 1, 2, 3, 4]],
            [{ from: later(10), before: later(30) }, [1, 2]],
            [{ from: later(11), before: later(31) }, [2, 3]],
            [{ from: later(10), before: later(10) }, []],
            [{ from: later(30), before: later(10) }, []],
            [{ from: later(0), before: later(41), kinds: ["paid"] }, [0, 3]],
            [{ from: later(1), before: later(40), kinds: ["paid", "refund"] }, [1, 3]],
            [{ from: later(0), before: later(41), kinds: ["abandoned"] }, []],
            [{ from: later(0), before: later(41), kinds: [] }, []],
          ]
          for (const [stretch, expected] of asked) {
            const found = yield* deliveries.within(company, stretch, { after: null, limit: 100 })
            expect(found.map(({ event }) => event.order)).toStrictEqual(expected.map(notifiedOrder))
            expect(yield* deliveries.countWithin(company, stretch)).toBe(expected.length)
          }
        }),
      )

      law(
        "continues after a piece, also between equal times, and returns each once in the order of time",
        fc.record({
          times: fc.array(fc.nat({ max: 3 }), { maxLength: 12 }),
          limit: fc.integer({ min: 1, max: 5 }),
        }),
        Effect.fnUntraced(function* ({ times, limit }) {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          const events = times.map((time, n) => eventOf(company, n, 1, { occurredAt: later(time) }))
          yield* deliveries.add(events)
          const stretch = { from: later(1), before: later(3) }
          const found: Array<WebhookEvent> = []
          for (let after: WebhookEventId | null = null; ; ) {
            const piece: ReadonlyArray<WebhookDelivery> = yield* deliveries.within(company, stretch, { after, limit })
            found.push(...piece.map(({ event }) => event))
            expect(piece.length).toBeLessThanOrEqual(limit)
            if (piece.length < limit) break
            after = piece.at(-1)?.event.id ?? null
          }
          const wanted = events.filter(({ occurredAt }) => occurredAt >= later(1) && occurredAt < later(3))
          expect(found).toStrictEqual(wanted.toSorted((one, other) => one.occurredAt - other.occurredAt))
          expect(yield* deliveries.countWithin(company, stretch)).toBe(wanted.length)
        }),
      )

      it(
        "starts again after one that was forgotten, or is another company's",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          const [forgotten] = yield* storeEnded(company, 1, [1])
          yield* deliveries.forget(later(2), 10)
          yield* deliveries.add([eventOf(company, 2), eventOf(other, 3, 1, { occurredAt: later(1) })])
          const stretch = { from: later(0), before: later(9) }
          for (const after of [forgotten.event.id, eventOf(other, 3).id]) {
            const found = yield* deliveries.within(company, stretch, { after, limit: 10 })
            expect(found.map(({ event }) => event.order)).toStrictEqual([notifiedOrder(2)])
          }
        }),
      )
    })

    describe("forget", () => {
      it(
        "forgets those that ended before an instant, delivered or failed, and no waiting one",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const [company, other] = [yield* owner, yield* owner]
          yield* storeEnded(company, 1, [5])
          yield* storeEnded(other, 2, [6])
          const failed = newDelivery(eventOf(company, 3))
          yield* deliveries.add([failed.event, eventOf(company, 4)])
          yield* deliveries.save(failedAt(failed, 4))
          expect(yield* deliveries.forget(later(4), 10)).toBe(0)
          expect(yield* deliveries.forget(later(6), 10)).toBe(2)
          expect(yield* ordersIn(company, {})).toStrictEqual([4])
          expect(yield* ordersIn(other, {})).toStrictEqual([2])
          expect(Option.isNone(yield* deliveries.find(company, failed.event.id))).toBe(true)
          expect(yield* deliveries.forget(later(1_000), 10)).toBe(1)
          expect(yield* ordersIn(company, { state: "pending" })).toStrictEqual([4])
        }),
      )

      it(
        "forgets up to a limit, until there are no more",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          for (const n of numbers(7)) yield* storeEnded(company, n, [n % 3])
          for (const [limit, count] of [
            [0, 0],
            [3, 3],
            [3, 3],
            [3, 1],
            [3, 0],
          ] as const) {
            expect(yield* deliveries.forget(later(9), limit)).toBe(count)
          }
          expect(yield* ordersIn(company, {})).toStrictEqual([])
        }),
      )

      it(
        "leaves no gap: those after a remaining one remain",
        Effect.gen(function* () {
          const deliveries = yield* WebhookDeliveryRepository
          const company = yield* owner
          const [first] = yield* storeEnded(company, 1, [1, 2, 3])
          yield* storeEnded(company, 2, [1, 9, 2])
          yield* deliveries.save(redelivered(first, later(10)))
          expect(yield* deliveries.forget(later(5), 10)).toBe(1)
          expect(yield* ordersIn(company, {})).toStrictEqual([2, 2, 1, 1, 1])
          yield* deliveries.save(deliveredAt(first, 11))
          expect(yield* deliveries.forget(later(10), 10)).toBe(2)
          expect(yield* ordersIn(company, {})).toStrictEqual([1, 1, 1])
          expect(yield* deliveries.forget(later(12), 2)).toBe(2)
          expect(yield* deliveries.forget(later(12), 2)).toBe(1)
        }),
      )
    })

    hidesRunningUnits(store, owner, (company) => ({
      write: (n) => Effect.flatMap(WebhookDeliveryRepository, (all) => all.add([eventOf(company, n)])),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(WebhookDeliveryRepository, (all) => all.list(company, {}, wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

const owner = Effect.map(Effect.suspend(storeCompany), ({ id }) => id)

const deliveredAt = (delivery: WebhookDelivery, millis: number): WebhookDelivery => ({
  ...delivery,
  state: "delivered",
  attempts: [...delivery.attempts, { at: later(millis), status: 200, error: null, durationMillis: 1 }],
  tries: delivery.tries + 1,
  nextAttemptAt: null,
  endedAt: later(millis),
})

const failedAt = (delivery: WebhookDelivery, millis: number): WebhookDelivery => ({
  ...deliveredAt(delivery, millis),
  state: "failed",
  attempts: [{ at: later(millis), status: 500, error: "answered 500", durationMillis: 1 }],
})

const waitingAt = (delivery: WebhookDelivery, millis: number): WebhookDelivery => redelivered(delivery, later(millis))

/** Stores one notification of an order for each time, delivered at that time. */
const storeEnded = Effect.fnUntraced(function* (
  company: CompanyId,
  n: number,
  times: readonly [number, ...Array<number>],
) {
  const deliveries = yield* WebhookDeliveryRepository
  const [first, ...others] = times.map((millis, at) => deliveredAt(newDelivery(eventOf(company, n, at + 1)), millis))
  if (first === undefined) return yield* Effect.die(new Error("there is at least one"))
  const ended = [first, ...others] as const
  yield* deliveries.add(ended.map(({ event }) => event))
  for (const delivery of ended) yield* deliveries.save(delivery)
  return ended
})

/** The order numbers of a whole list, whose total must equal its length. */
const ordersIn = Effect.fnUntraced(function* (company: CompanyId, filter: WebhookDeliveryFilter) {
  const deliveries = yield* WebhookDeliveryRepository
  const { entries, total } = yield* deliveries.list(company, filter, wholeList)
  expect(total).toBe(entries.length)
  return entries.map(({ event }) => Number(event.order.slice(notifiedOrder(0).length - 1)))
})

const expectStored = Effect.fnUntraced(function* (delivery: WebhookDelivery) {
  const deliveries = yield* WebhookDeliveryRepository
  const { company, id } = delivery.event
  expect(yield* deliveries.find(company, id)).toStrictEqual(Option.some(delivery))
})
