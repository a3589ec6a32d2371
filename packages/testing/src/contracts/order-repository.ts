/** The contract of every store of orders. */

import { endOfDayExclusive, type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import { CouponCode, type OrderItem } from "@vintem/domain/catalogue"
import { parseCountry, parseEmail } from "@vintem/domain/customer"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { fold } from "@vintem/domain/machine"
import { centavos, centavosMax, zero } from "@vintem/domain/money"
import {
  type AttemptFact,
  evolve,
  type Order,
  type OrderChange,
  type OrderDetails,
  type OrderStatus,
  orderMachine,
  placed,
  statusOf,
} from "@vintem/domain/order"
import {
  type CompanyRepository,
  CustomerRepository,
  OrderConflict,
  type OrderFilter,
  type OrderOfCompany,
  OrderRepository,
  type PageRequest,
  type StoredOrder,
  UnitOfWork,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { documents, histories } from "../order/arbitraries.ts"
import {
  attemptReported,
  attemptResolved,
  caseReported,
  orderAbandoned,
  orderCanceled,
  orderCompleted,
  refundReported,
} from "../order/example-moves.ts"
import {
  exampleAddress,
  exampleAttemptKey,
  exampleCustomer,
  examplePix,
  examplePlaced,
  exampleSlip,
} from "../order/example-order.ts"
import { exampleSlug } from "../payment-link/example-link.ts"
import { exampleSubscriptionToken } from "../subscription/example-subscription.ts"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import {
  changed,
  exampleDocument,
  later,
  numberedCustomer,
  numberedOrder,
  type Parties,
  page,
  started,
  storeOrder,
  storeParties,
  wholeList,
} from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const orderRepositoryContract = (
  name: string,
  layer: Layer.Layer<OrderRepository | CompanyRepository | CustomerRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it, law } = store

  describe(`OrderRepository: ${name}`, () => {
    describe("add", () => {
      it(
        "returns a company's order, with every field, by number, public key and attempt",
        Effect.gen(function* () {
          const parties = yield* storeParties
          const other = yield* storeParties
          yield* storeOrder({ ...other, ...numberedOrder(1) }, started(1, 1))
          const order = yield* storeOrder({ ...parties, ...numberedOrder(2), ...unusualDetails }, ...eventfulLife)
          yield* storeOrder({ ...parties, ...numberedOrder(3) })
          yield* expectStored(order)
        }),
      )

      it(
        "finds no unknown order",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          yield* storeOrder({ ...parties, ...numberedOrder(1) }, started(1, 1))
          const stranger = numberedOrder(2)
          expect(Option.isNone(yield* orders.find(parties.company, stranger.number))).toBe(true)
          expect(Option.isNone(yield* orders.findByPublicKey(parties.company, stranger.publicKey))).toBe(true)
          expect(Option.isNone(yield* orders.findByAttempt(parties.company, exampleAttemptKey(2)))).toBe(true)
          expect(yield* orders.history(parties.company, stranger.number)).toStrictEqual([])
        }),
      )

      it(
        "shows no company another one's order",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const owner = yield* storeParties
          const other = yield* storeParties
          const { number, publicKey } = numberedOrder(1)
          yield* storeOrder({ ...owner, ...numberedOrder(1) }, started(1, 1))
          expect(Option.isNone(yield* orders.find(other.company, number))).toBe(true)
          expect(Option.isNone(yield* orders.findByPublicKey(other.company, publicKey))).toBe(true)
          expect(Option.isNone(yield* orders.findByAttempt(other.company, exampleAttemptKey(1)))).toBe(true)
          expect(yield* orders.history(other.company, number)).toStrictEqual([])
          expect(yield* orders.list(other.company, {}, wholeList)).toStrictEqual({ entries: [], total: 0 })
        }),
      )

      it(
        "numbers orders upward from 1 over all companies, and keeps the number through every change",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const [left, right] = [yield* storeParties, yield* storeParties]
          const first = yield* storeOrder({ ...left, ...numberedOrder(1) })
          const second = yield* storeOrder({ ...right, ...numberedOrder(2) })
          yield* orders.save(first, changed(first, orderCanceled), [orderCanceled])
          const third = yield* storeOrder({ ...left, ...numberedOrder(3) })
          const ids = yield* Effect.forEach([first, second, third], idOf)
          expect(ids[0]).toBe(1)
          expect(ids).toStrictEqual(ids.toSorted((one, another) => one - another))
          expect(new Set(ids).size).toBe(3)
        }),
      )

      it(
        "dies on a number, public key or attempt key that a company already used, and stores nothing of the order",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const owner = yield* storeParties
          const first = yield* storeOrder({ ...owner, ...numberedOrder(1) }, started(1, 1))
          const { number, publicKey } = numberedOrder(1)
          const seconds = [
            storeOrder({ ...owner, ...numberedOrder(2), number }),
            storeOrder({ ...owner, ...numberedOrder(3), publicKey }),
            storeOrder({ ...owner, ...numberedOrder(4) }, started(1, 1)),
          ]
          for (const second of seconds) expect(Exit.hasDies(yield* Effect.exit(second))).toBe(true)
          expect((yield* orders.list(owner.company, {}, wholeList)).total).toBe(1)
          for (const n of [2, 3, 4]) {
            expect(yield* orders.history(owner.company, numberedOrder(n).number)).toStrictEqual([])
          }
          yield* expectStored(first)
        }),
      )
    })

    describe("save", () => {
      it(
        "stores a changed order and its events",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const before = yield* storeOrder({ ...parties, ...numberedOrder(1) })
          const bystander = yield* storeOrder({ ...parties, ...numberedOrder(2) })
          const after = changed(before, ...eventfulLife)
          yield* orders.save(before, after, eventfulLife)
          yield* expectStored(after)
          yield* expectStored(bystander)
          const placing = examplePlaced(before.details)
          expect(yield* orders.history(parties.company, before.details.number)).toStrictEqual([
            placing,
            ...eventfulLife,
          ])
        }),
      )

      it(
        "writes neither state nor events if the stored version differs from the read one",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const read = yield* storeOrder({ ...parties, ...numberedOrder(1) })
          const winner = changed(read, started(1, 1))
          yield* orders.save(read, winner, [started(1, 1)])

          const stale: ReadonlyArray<ReadonlyArray<OrderChange>> = [
            [orderCanceled],
            [started(1, 2, "credit"), attemptReported(1, "confirmed")],
          ]
          for (const changes of stale) {
            const { number } = read.details
            const refusal = yield* Effect.flip(orders.save(read, changed(read, ...changes), changes))
            expect(refusal).toStrictEqual(new OrderConflict({ number, versionRead: read.version }))
          }
          const ahead = { ...winner, version: winner.version + 1 }
          const early = yield* Effect.flip(orders.save(ahead, changed(ahead, orderCanceled), [orderCanceled]))
          expect(early._tag).toBe("OrderConflict")

          yield* expectStored(winner)
          expect(Option.isNone(yield* orders.findByAttempt(parties.company, exampleAttemptKey(2)))).toBe(true)
          const { entries } = yield* orders.list(parties.company, { statuses: ["canceled"] }, wholeList)
          expect(entries).toStrictEqual([])
        }),
      )

      it(
        "fails with a conflict for an unknown order",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const order = placed(examplePlaced({ ...parties, ...numberedOrder(1) }))
          const saving = orders.save(order, changed(order, orderCanceled), [orderCanceled])
          expect((yield* Effect.flip(saving))._tag).toBe("OrderConflict")
          expect((yield* orders.list(parties.company, {}, wholeList)).total).toBe(0)
          expect(yield* orders.history(parties.company, order.details.number)).toStrictEqual([])
        }),
      )

      it(
        "does nothing without events, whichever version was read",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const before = yield* storeOrder({ ...(yield* storeParties), ...numberedOrder(1) })
          yield* orders.save(before, before, [])
          yield* expectStored(before)
          const after = changed(before, orderCanceled)
          yield* orders.save(before, after, [orderCanceled])
          yield* orders.save(before, before, [])
          yield* expectStored(after)
        }),
      )

      it(
        "dies on a second attempt in flight, and stores nothing of it",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          for (const [n, first] of inFlight.entries()) {
            const order = yield* storeOrder({ ...parties, ...numberedOrder(n) }, ...first(2 * n + 1))
            const second = started(2, 2 * n + 2, "credit")
            expect(Exit.hasDies(yield* Effect.exit(orders.save(order, changed(order, second), [second])))).toBe(true)
            yield* expectStored(order)
            expect(Option.isNone(yield* orders.findByAttempt(parties.company, exampleAttemptKey(2 * n + 2)))).toBe(true)
          }
          const both = storeOrder({ ...parties, ...numberedOrder(100) }, started(1, 101), started(2, 102, "credit"))
          expect(Exit.hasDies(yield* Effect.exit(both))).toBe(true)
          expect((yield* orders.list(parties.company, {}, wholeList)).total).toBe(inFlight.length)
        }),
      )

      it(
        "accepts a second attempt in flight after the first has ended, in any way",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const landings: ReadonlyArray<ReadonlyArray<OrderChange>> = [
            ...landed.map((facts) => facts.map((fact) => attemptReported(1, fact))),
            [attemptResolved(1, "unpaid")],
          ]
          for (const [n, reports] of landings.entries()) {
            const order = yield* storeOrder({ ...parties, ...numberedOrder(n) }, started(1, 2 * n + 1), ...reports)
            const second = started(2, 2 * n + 2, "credit")
            const after = changed(order, second)
            yield* orders.save(order, after, [second])
            yield* expectStored(after)
          }
        }),
      )

      it(
        "dies on an attempt key that is already used, and stores nothing of it",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const other = yield* storeOrder({ ...parties, ...numberedOrder(1) }, started(1, 1))
          const order = yield* storeOrder({ ...parties, ...numberedOrder(2) })
          const second = started(1, 1)
          expect(Exit.hasDies(yield* Effect.exit(orders.save(order, changed(order, second), [second])))).toBe(true)
          yield* expectStored(order)
          yield* expectStored(other)
        }),
      )

      it(
        "uniqueness: of several concurrent saves of one version, one succeeds",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const units = yield* UnitOfWork
          const order = yield* storeOrder({ ...(yield* storeParties), ...numberedOrder(1) })
          const after = changed(order, orderCanceled)
          const exits = yield* Effect.all(
            Array.from({ length: 20 }, () => Effect.exit(units.commit(orders.save(order, after, [orderCanceled])))),
            { concurrency: "unbounded" },
          )
          expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
          expect(exits.filter((exit) => !Exit.isSuccess(exit) && !Exit.hasFails(exit))).toStrictEqual([])
          yield* expectStored(after)
        }),
      )

      it(
        "joins the unit of work around it",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const units = yield* UnitOfWork
          const parties = yield* storeParties
          const order = yield* storeOrder({ ...parties, ...numberedOrder(1) })
          const start = started(1, 1)
          const unit = Effect.gen(function* () {
            yield* orders.save(order, changed(order, start), [start])
            yield* expectStored(changed(order, start))
            yield* storeOrder({ ...parties, ...numberedOrder(2), items: [] }, started(1, 2))
            return yield* Effect.fail("given up")
          })
          yield* Effect.exit(units.commit(unit))
          yield* expectStored(order)
          for (const n of [1, 2]) {
            expect(Option.isNone(yield* orders.findByAttempt(parties.company, exampleAttemptKey(n)))).toBe(true)
          }
          const second = numberedOrder(2)
          expect(Option.isNone(yield* orders.findByPublicKey(parties.company, second.publicKey))).toBe(true)
          expect(yield* orders.history(parties.company, second.number)).toStrictEqual([])
          expect((yield* orders.list(parties.company, {}, wholeList)).total).toBe(1)
          // The rolled-back names are free again.
          yield* expectStored(yield* storeOrder({ ...parties, ...numberedOrder(2) }, started(1, 1)))
        }),
      )
    })

    it(
      "lists the orders of all customers with a current e-mail in any case, together with any other filter",
      Effect.gen(function* () {
        const customers = yield* CustomerRepository
        const left = yield* storeParties
        const right = yield* storeParties
        const named = (n: number, email: string) => ({
          ...numberedCustomer(left.company, n),
          details: { ...numberedCustomer(left.company, n).details, email: Result.getOrThrow(parseEmail(email)) },
        })
        const moved = { company: left.company, customerId: yield* customers.put(named(2, "old@example.com")) }
        yield* storeOrder({ ...left, ...numberedOrder(1), src: "a" })
        yield* storeOrder({ ...right, ...numberedOrder(2) })
        yield* storeOrder({ ...moved, ...numberedOrder(3), placedAt: later(1), items: [exampleItem] })
        yield* storeOrder({ ...left, ...numberedOrder(4), placedAt: later(2) })
        yield* customers.put(named(2, "Maria@Example.com"))
        const email = Result.getOrThrow(parseEmail("mARIA@example.COM"))
        expect(yield* numbersIn(left, { email })).toStrictEqual(numbers(4, 3, 1))
        expect(yield* numbersIn(left, { email, src: "a" })).toStrictEqual(numbers(1))
        expect(yield* numbersIn(left, { email, statuses: ["paid"] })).toStrictEqual([])
        expect(yield* numbersIn(left, { email, statuses: ["created", "paid"] })).toStrictEqual(numbers(4, 3, 1))
        expect(yield* numbersIn(left, { email, from: later(1), before: later(2) })).toStrictEqual(numbers(3))
        expect(yield* numbersIn(left, { email, document: exampleDocument(2) })).toStrictEqual([])
        expect(yield* numbersIn(left, { email, productId: 1 })).toStrictEqual(numbers(4, 3, 1))
        expect(yield* numbersIn(left, { email: Result.getOrThrow(parseEmail("old@example.com")) })).toStrictEqual([])
        const orders = yield* OrderRepository
        const second = yield* orders.list(left.company, { email }, page(2, 2))
        expect([second.entries.map(({ order }) => order.details.number), second.total]).toStrictEqual([numbers(1), 3])
      }),
    )

    law(
      "books: after every change the store returns the order, and its log folds to it without a gap",
      lifelogs,
      Effect.fnUntraced(function* ({ saves, ...drawn }) {
        const orders = yield* OrderRepository
        const details = { ...drawn.placing.details, ...(yield* storeParties) }
        const placing = { ...drawn.placing, details }
        let order = placed(placing)
        yield* orders.add(order, [placing])
        yield* expectStored(order)
        const log: Array<OrderChange> = []
        for (const changes of saves) {
          const before = order
          order = changed(before, ...changes)
          log.push(...changes)
          yield* orders.save(before, order, changes)
          yield* expectStored(order)
        }
        const history = yield* orders.history(details.company, details.number)
        expect(history).toStrictEqual([placing, ...log])
        expect(history).toHaveLength(order.version)
        expect(fold(orderMachine, history)).toStrictEqual(order)
      }),
    )

    describe("takeUnanswered", () => {
      const taken = Effect.fnUntraced(function* (before: number, limit = 100) {
        const orders = yield* OrderRepository
        const all = yield* orders.takeUnanswered(instant(before), limit)
        return all.toSorted((one, other) => (one.number < other.number ? -1 : 1))
      })
      const begun = (n: number): OrderChange => ({ ...started(1, n), at: later(n) })

      it(
        "returns orders with an unanswered attempt, each with its company, the earliest first, each once",
        Effect.gen(function* () {
          const parties = yield* storeParties
          const other = yield* storeParties
          const third = yield* storeOrder({ ...parties, ...numberedOrder(3) }, begun(3))
          const first = yield* storeOrder({ ...other, ...numberedOrder(1) }, begun(1))
          const second = yield* storeOrder({ ...parties, ...numberedOrder(2) }, begun(2))
          const [one, two, three] = [first, second, third].map(namesOf)
          expect(yield* taken(later(9), 0)).toEqual([])
          expect(yield* taken(later(1))).toEqual([])
          expect(yield* taken(later(9), 1)).toEqual([one])
          expect(yield* taken(later(3))).toEqual([two])
          expect(yield* taken(later(9))).toEqual([three])
          expect(yield* taken(later(9))).toEqual([])
          yield* expectStored(first)
        }),
      )

      it(
        "finds a later attempt of an order",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const before = yield* storeOrder({ ...(yield* storeParties), ...numberedOrder(1) })
          expect(yield* taken(later(9))).toEqual([])
          yield* orders.save(before, changed(before, begun(1)), [begun(1)])
          expect(yield* taken(later(9))).toEqual([namesOf(before)])
        }),
      )

      it(
        "returns no attempt with a report or decision, whether it came with the order or later",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const told: ReadonlyArray<ReadonlyArray<OrderChange>> = [
            [attemptReported(1, "unknown")],
            [attemptReported(1, "approved")],
            ...landed.map((facts) => facts.map((fact) => attemptReported(1, fact))),
            [attemptResolved(1, "unpaid")],
          ]
          for (const [n, reports] of told.entries()) {
            yield* storeOrder({ ...parties, ...numberedOrder(2 * n) }, begun(2 * n), ...reports)
            const order = yield* storeOrder({ ...parties, ...numberedOrder(2 * n + 1) }, begun(2 * n + 1))
            yield* orders.save(order, changed(order, ...reports), reports)
          }
          expect(yield* taken(later(99))).toEqual([])
        }),
      )

      it(
        "takes none if the unit around it fails",
        Effect.gen(function* () {
          const units = yield* UnitOfWork
          const order = yield* storeOrder({ ...(yield* storeParties), ...numberedOrder(1) }, begun(1))
          yield* Effect.exit(units.commit(Effect.andThen(taken(later(9)), Effect.fail("undone"))))
          expect(yield* taken(later(9))).toEqual([namesOf(order)])
        }),
      )

      it(
        "gives an attempt to one of several concurrent callers",
        Effect.gen(function* () {
          const parties = yield* storeParties
          for (let n = 1; n <= 8; n += 1) yield* storeOrder({ ...parties, ...numberedOrder(n) }, begun(n))
          const all = yield* Effect.all(
            Array.from({ length: 6 }, () => taken(later(99), 3)),
            { concurrency: "unbounded" },
          )
          const rest = yield* taken(later(99))
          const numbers = [...all.flat(), ...rest].map(({ number }) => number)
          expect(new Set(numbers).size).toBe(numbers.length)
          expect(numbers.length).toBe(8)
        }),
      )
    })

    describe("list", () => {
      it(
        "shows the latest placed first; of one millisecond, the latest stored",
        Effect.gen(function* () {
          const parties = yield* storeParties
          for (const [n, millis] of [1, 0, 1, 2, 0].entries()) {
            yield* storeOrder({ ...parties, ...numberedOrder(n), placedAt: later(millis) })
          }
          expect(yield* numbersIn(parties, {})).toStrictEqual(numbers(3, 2, 0, 4, 1))
        }),
      )

      it(
        "shows a page at a time, with the total on each and nothing past the end",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          for (const n of [1, 2, 3, 4, 5]) yield* storeOrder({ ...parties, ...numberedOrder(n) })
          const shown = Effect.fnUntraced(function* (request: PageRequest) {
            const { entries, total } = yield* orders.list(parties.company, {}, request)
            expect(total).toBe(5)
            return entries.map(({ order }) => order.details.number)
          })
          expect(yield* shown(page(1, 2))).toStrictEqual(numbers(5, 4))
          expect(yield* shown(page(2, 2))).toStrictEqual(numbers(3, 2))
          expect(yield* shown(page(3, 2))).toStrictEqual(numbers(1))
          expect(yield* shown(page(4, 2))).toStrictEqual([])
          expect(yield* shown(page(1, 5))).toStrictEqual(numbers(5, 4, 3, 2, 1))
          expect(yield* shown(page(2, 5))).toStrictEqual([])
        }),
      )

      it(
        "shows whole orders, with their ids",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const order = yield* storeOrder({ ...parties, ...numberedOrder(1), ...unusualDetails }, ...eventfulLife)
          const { entries } = yield* orders.list(parties.company, {}, wholeList)
          expect(entries).toStrictEqual([{ id: yield* idOf(order), order }])
        }),
      )

      it(
        "filters by any of several current statuses; without a status, nothing matches",
        Effect.gen(function* () {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const first = yield* storeOrder({ ...parties, ...numberedOrder(1) })
          yield* storeOrder({ ...parties, ...numberedOrder(2) })
          yield* storeOrder({ ...parties, ...numberedOrder(3) }, started(1, 1))
          yield* orders.save(first, changed(first, orderCanceled), [orderCanceled])
          expect(yield* numbersIn(parties, { statuses: ["created"] })).toStrictEqual(numbers(2))
          expect(yield* numbersIn(parties, { statuses: ["canceled", "pending"] })).toStrictEqual(numbers(3, 1))
          expect(yield* numbersIn(parties, { statuses: ["created", "created"] })).toStrictEqual(numbers(2))
          expect(yield* numbersIn(parties, { statuses: ["paid"] })).toStrictEqual([])
          expect(yield* numbersIn(parties, { statuses: [] })).toStrictEqual([])
        }),
      )

      it(
        "filters by product, and shows an order once however many of its items are of it",
        Effect.gen(function* () {
          const parties = yield* storeParties
          const items = (...ids: ReadonlyArray<number | null>) =>
            ids.map((productId) => ({ ...exampleItem, productId }))
          yield* storeOrder({ ...parties, ...numberedOrder(1), items: items(7, 8, 7) })
          yield* storeOrder({ ...parties, ...numberedOrder(2), items: items(null, 8) })
          yield* storeOrder({ ...parties, ...numberedOrder(3), items: [] })
          yield* storeOrder({ ...parties, ...numberedOrder(4), items: items(78) })
          expect(yield* numbersIn(parties, { productId: 7 })).toStrictEqual(numbers(1))
          expect(yield* numbersIn(parties, { productId: 8 })).toStrictEqual(numbers(2, 1))
          expect(yield* numbersIn(parties, { productId: 9 })).toStrictEqual([])
        }),
      )

      it(
        "filters by an order's document, even if its customer has another one now",
        Effect.gen(function* () {
          const parties = yield* storeParties
          for (const n of [1, 2]) {
            const customer = { ...exampleCustomer, document: exampleDocument(n) }
            yield* storeOrder({ ...parties, ...numberedOrder(n), customer })
          }
          expect(yield* numbersIn(parties, { document: exampleDocument(1) })).toStrictEqual(numbers(1))
        }),
      )

      it(
        "filters by exact src and ref, without patterns and with case",
        Effect.gen(function* () {
          const parties = yield* storeParties
          for (const [n, mark] of [null, "a", "A", "a%", "ab", "á"].entries()) {
            yield* storeOrder({ ...parties, ...numberedOrder(n), src: mark, ref: mark })
          }
          expect(yield* numbersIn(parties, { src: "a" })).toStrictEqual(numbers(1))
          expect(yield* numbersIn(parties, { ref: "a" })).toStrictEqual(numbers(1))
          expect(yield* numbersIn(parties, { src: "a%" })).toStrictEqual(numbers(3))
          expect(yield* numbersIn(parties, { ref: "null" })).toStrictEqual([])
        }),
      )

      it(
        "filters by time from its first instant to before its end",
        Effect.gen(function* () {
          const parties = yield* storeParties
          for (const n of [0, 1, 2, 3]) yield* storeOrder({ ...parties, ...numberedOrder(n), placedAt: later(n) })
          expect(yield* numbersIn(parties, { from: later(2) })).toStrictEqual(numbers(3, 2))
          expect(yield* numbersIn(parties, { before: later(2) })).toStrictEqual(numbers(1, 0))
          expect(yield* numbersIn(parties, { from: later(1), before: later(3) })).toStrictEqual(numbers(2, 1))
          expect(yield* numbersIn(parties, { from: later(2), before: later(2) })).toStrictEqual([])
        }),
      )

      it(
        "filters by the orders' last change, latest placed first",
        Effect.gen(function* () {
          const parties = yield* storeParties
          const orders = yield* OrderRepository
          const changedAt = (n: number, at: Instant) =>
            Effect.gen(function* () {
              const order = yield* storeOrder({ ...parties, ...numberedOrder(n), placedAt: later(n), src: `${n % 2}` })
              const change = { ...orderCanceled, at }
              yield* orders.save(order, evolve(order, change), [change])
            })
          yield* changedAt(0, later(13))
          yield* changedAt(1, later(11))
          yield* changedAt(2, later(12))
          yield* changedAt(3, later(12))
          yield* storeOrder({ ...parties, ...numberedOrder(4), placedAt: later(4) })
          const changed = (updatedFrom: number, updatedBefore: number) => ({
            updatedFrom: later(updatedFrom),
            updatedBefore: later(updatedBefore),
          })
          expect(yield* numbersIn(parties, { updatedFrom: later(12) })).toStrictEqual(numbers(3, 2, 0))
          expect(yield* numbersIn(parties, { updatedBefore: later(12) })).toStrictEqual(numbers(4, 1))
          expect(yield* numbersIn(parties, changed(12, 13))).toStrictEqual(numbers(3, 2))
          expect(yield* numbersIn(parties, changed(12, 12))).toStrictEqual([])
          expect(yield* numbersIn(parties, changed(13, 12))).toStrictEqual([])
          expect(yield* numbersIn(parties, { ...changed(12, 14), src: "0" })).toStrictEqual(numbers(2, 0))
          expect(yield* numbersIn(parties, { ...changed(1, 14), statuses: ["created"] })).toStrictEqual(numbers(4))
          expect(yield* numbersIn(parties, { ...changed(11, 13), before: later(3) })).toStrictEqual(numbers(2, 1))
          expect(yield* numbersIn(yield* storeParties, { updatedFrom: later(0) })).toStrictEqual([])
        }),
      )

      law(
        "agrees, for any filter and page, with a look at every order",
        fc.tuple(
          fc.array(similarOrders, { maxLength: 12, size: "max" }),
          fc.array(filters, { minLength: 5, maxLength: 10 }),
        ),
        Effect.fnUntraced(function* ([drawn, asked]) {
          const orders = yield* OrderRepository
          const parties = yield* storeParties
          const other = yield* storeParties
          const all: Array<StoredOrder> = []
          for (const [n, { isOthers, life, ...details }] of drawn.entries()) {
            const owner = isOthers ? other : parties
            const order = yield* storeOrder(
              { ...details, ...owner, ...numberedOrder(n) },
              ...(lives[life]?.(n + 1) ?? []),
            )
            if (!isOthers) all.unshift({ id: yield* idOf(order), order })
          }
          const sorted = all.toSorted((left, right) => right.order.details.placedAt - left.order.details.placedAt)
          for (const filter of asked) {
            const expected = sorted.filter(({ order }) => isWithin(filter, order))
            for (const number of [1, 2, 3]) {
              const entries = expected.slice((number - 1) * 4, number * 4)
              const shown = yield* orders.list(parties.company, filter, page(number, 4))
              expect(shown).toStrictEqual({ entries, total: expected.length })
            }
          }
        }),
      )
    })

    it(
      "visibility: the next read sees every acknowledged write",
      Effect.gen(function* () {
        const orders = yield* OrderRepository
        const units = yield* UnitOfWork
        const parties = yield* storeParties
        const live = Effect.fnUntraced(function* (n: number) {
          const order = yield* units.commit(storeOrder({ ...parties, ...numberedOrder(n) }))
          yield* expectStored(order)
          yield* units.commit(orders.save(order, changed(order, orderCanceled), [orderCanceled]))
          yield* expectStored(changed(order, orderCanceled))
          expect(yield* numbersIn(parties, { statuses: ["canceled"] })).toContain(order.details.number)
        })
        yield* Effect.forEach(
          Array.from({ length: 25 }, (_, n) => n),
          live,
          { concurrency: "unbounded" },
        )
        expect((yield* orders.list(parties.company, { statuses: ["canceled"] }, wholeList)).total).toBe(25)
      }),
    )

    hidesRunningUnits(store, storeParties, (parties) => ({
      write: (n) => storeOrder({ ...parties, ...numberedOrder(n) }),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(OrderRepository, (all) => all.list(parties.company, {}, wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

/** Expects this order by every way of finding it, and a log that folds to it. */
const expectStored = Effect.fnUntraced(function* (order: Order) {
  const orders = yield* OrderRepository
  const { company, number, publicKey } = order.details
  const found = Option.getOrNull(yield* orders.find(company, number))
  expect(found?.order).toStrictEqual(order)
  expect(Option.getOrNull(yield* orders.findByPublicKey(company, publicKey))).toStrictEqual(found)
  for (const { key } of order.attempts) {
    expect(Option.getOrNull(yield* orders.findByAttempt(company, key))).toStrictEqual(found)
  }
  expect(fold(orderMachine, yield* orders.history(company, number))).toStrictEqual(order)
  const listed = yield* orders.list(company, { statuses: [statusOf(order)] }, wholeList)
  expect(listed.entries).toContainEqual(found)
})

const namesOf = ({ details: { company, number } }: Order): OrderOfCompany => ({ company, number })

const idOf = Effect.fnUntraced(function* ({ details }: Order) {
  const orders = yield* OrderRepository
  return Option.getOrThrow(yield* orders.find(details.company, details.number)).id
})

const numbersIn = Effect.fnUntraced(function* ({ company }: Parties, filter: OrderFilter) {
  const orders = yield* OrderRepository
  const { entries, total } = yield* orders.list(company, filter, wholeList)
  expect(total).toBe(entries.length)
  return entries.map(({ order }) => order.details.number)
})

const numbers = (...all: ReadonlyArray<number>): ReadonlyArray<OrderNumber> => all.map((n) => numberedOrder(n).number)

/** Every field has a value that is easily lost: missing, null, negative, quoted or beyond ASCII. */
const unusualDetails: Partial<OrderDetails> = {
  origin: "subscription",
  src: 'it\'s 100% "ação" \\ 🙂',
  ref: "",
  checkout: {
    title: "Clube",
    slug: "clube",
    product: null,
    redirectAfterSuccess: "https://example.com/obrigado?a=1&b=2",
    recurrence: { every: "month", count: 3, cycles: null },
  },
  address: {
    ...exampleAddress,
    complement: "Bloco 'B'",
    number: "s/n",
    country: Result.getOrThrow(parseCountry("BR")),
  },
  items: [
    { productId: null, sku: "a", title: "Ação 📦", unitPrice: centavos(centavosMax), priceCost: zero, quantity: 3 },
    { productId: 7, sku: "desconto", title: "", unitPrice: centavos(-1), priceCost: null, quantity: 1 },
  ],
  amount: centavos(centavosMax),
  discount: centavos(1),
  shipping: { method: null, name: "Entrega 'expressa'", total: zero },
  coupon: { code: CouponCode.make("NATAL10"), value: zero },
  feeMode: "customer_pay_fee",
  paymentLink: exampleSlug(1),
  subscription: { token: exampleSubscriptionToken(1), period: 2 },
  placedAt: later(1),
}

/** A refused card after an open Pix, then a paid slip; and everything that can happen to the money afterwards. */
const eventfulLife: ReadonlyArray<OrderChange> = [
  started(1, 201),
  attemptReported(1, "open", { report: { instrument: examplePix } }),
  started(2, 202, "credit"),
  attemptReported(2, "unknown"),
  attemptReported(2, "refused", { report: { tid: "tid-1", reason: "Não autorizada: 'saldo'" } }),
  started(3, 203, "bank_slip"),
  attemptReported(3, "open", { report: { instrument: exampleSlip } }),
  attemptReported(3, "confirmed", { report: { captured: centavos(9_999), tid: "tid-2", nsu: "000123" } }),
  refundReported(1, "requested", { attempt: 3, amount: 1 }),
  refundReported(1, "failed", { attempt: 3, amount: 1 }),
  refundReported(2, "settled", { attempt: 3, amount: 9_999 }),
  caseReported(1, "taken", { attempt: 3, amount: 9_999 }),
  caseReported(1, "won", { attempt: 3, amount: 9_999 }),
  orderAbandoned,
  orderCanceled,
  orderCompleted,
]

/**
 * Ways for an attempt, under the key with this number, to be in flight. A verdict without a review has no effect yet.
 */
const inFlight: ReadonlyArray<(n: number) => ReadonlyArray<OrderChange>> = [
  (n) => [started(1, n)],
  (n) => [started(1, n), attemptReported(1, "unknown")],
  (n) => [started(1, n), attemptReported(1, "approved")],
]

/** Facts after which an attempt is neither `sent` nor `unknown`. */
const landed: ReadonlyArray<ReadonlyArray<AttemptFact>> = [
  ["open"],
  ["unknown", "open"],
  ["review"],
  ["review", "approved"],
  ["review", "rejected"],
  ["refused"],
  ["expired"],
  ["unknown", "voided"],
  ["unknown", "confirmed"],
]

/** Whole histories, as changes to save one after the other: plain objects, like a store's results. */
const lifelogs = histories.map(({ cast, steps }) => {
  const saves = steps.map(({ changes }) => changes).filter((changes) => changes.length > 0)
  return structuredClone({ placing: cast.placing, saves })
})

/** Lives of an order whose attempt has the key with this number, each with another final status. */
const lives: ReadonlyArray<(n: number) => ReadonlyArray<OrderChange>> = [
  () => [],
  () => [orderCanceled],
  (n) => [started(1, n)],
  (n) => [started(1, n), attemptReported(1, "open")],
  (n) => [started(1, n), attemptReported(1, "confirmed")],
]

const exampleItem: OrderItem = {
  productId: 1,
  sku: "curso",
  title: "Curso",
  unitPrice: centavos(10_000),
  priceCost: null,
  quantity: 1,
}

const marks = fc.constantFrom("a", "b")
const products = fc.constantFrom(1, 2)
/** Close together, on both sides of midnight, and days apart: an adapter may count whole days at once. */
const midnight = endOfDayExclusive(saoPauloDate(later(0)))
const moments = fc.constantFrom(
  ...[later(0), later(1), instant(midnight - 1), midnight, instant(midnight + 1)],
  ...[1, 3].map((days) => instant(midnight + days * 86_400_000)),
)

/** Orders with shared values, so that filters match some of them and not others. */
const similarOrders = fc.record({
  isOthers: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  life: fc.nat({ max: lives.length - 1 }),
  placedAt: moments,
  src: fc.option(marks),
  ref: fc.option(marks),
  customer: documents.map((document) => ({ ...exampleCustomer, document })),
  items: fc.array(
    fc.option(products).map((productId) => ({ ...exampleItem, productId })),
    { maxLength: 3 },
  ),
})

const conditions: fc.Arbitrary<OrderFilter> = fc.oneof(
  fc.record({ statuses: fc.subarray<OrderStatus>(["created", "pending", "waiting_payment", "paid", "canceled"]) }),
  fc.record({ src: marks }),
  fc.record({ ref: marks }),
  fc.record({ productId: products }),
  fc.record({ document: documents }),
  fc.record({ from: moments }),
  fc.record({ before: moments }),
  fc.record({ updatedFrom: moments }),
  fc.record({ updatedBefore: moments }),
)

/** Few conditions at a time: many would leave nothing, and an empty list cannot be in the wrong order. */
const filters: fc.Arbitrary<OrderFilter> = fc
  .tuple(fc.option(conditions, { freq: 3 }), fc.option(conditions, { freq: 2 }), fc.option(conditions, { freq: 2 }))
  .map(([first, second, third]) => ({ ...first, ...second, ...third }))

const isWithin = (filter: OrderFilter, order: Order): boolean => {
  const { customer, items, placedAt, ref, src } = order.details
  const conditions = [
    filter.statuses === undefined || filter.statuses.some((status) => status === statusOf(order)),
    filter.src === undefined || filter.src === src,
    filter.ref === undefined || filter.ref === ref,
    filter.productId === undefined || items.some(({ productId }) => productId === filter.productId),
    filter.document === undefined || filter.document === customer.document,
    filter.from === undefined || filter.from <= placedAt,
    filter.before === undefined || filter.before > placedAt,
    filter.updatedFrom === undefined || filter.updatedFrom <= order.updatedAt,
    filter.updatedBefore === undefined || filter.updatedBefore > order.updatedAt,
  ]
  return conditions.every((holds) => holds)
}
