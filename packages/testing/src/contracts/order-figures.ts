/** The contract of every store of order figures. */

import { addDays, endOfDayExclusive, instant, LocalDate, saoPauloDate } from "@vintem/domain/calendar"
import { AttemptKey, type CompanyId } from "@vintem/domain/identifiers"
import type { PaymentMethod } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { type Figure, FigureKind, figuresOf, type Order, type OrderChange, placed } from "@vintem/domain/order"
import {
  type CompanyRepository,
  type CustomerRepository,
  type DayFigure,
  type FigureSum,
  OrderFigures,
  OrderRepository,
  type Period,
  UnitOfWork,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { histories } from "../order/arbitraries.ts"
import { attemptReported, caseReported, orderCanceled, refundReported } from "../order/example-moves.ts"
import { examplePlaced } from "../order/example-order.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { changed, later, numberedOrder, started, storeOrder, storeParties, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const orderFiguresContract = (
  name: string,
  layer: Layer.Layer<OrderFigures | OrderRepository | CompanyRepository | CustomerRepository | UnitOfWork, unknown>,
): void => {
  const { it, law } = onFreshStore(layer)

  describe(`OrderFigures: ${name}`, () => {
    it(
      "are empty for a company without orders, and for orders that were never charged or whose charge is in flight",
      Effect.gen(function* () {
        const figures = yield* OrderFigures
        const parties = yield* storeParties
        yield* storeOrder({ ...parties, ...numberedOrder(1) })
        yield* storeOrder({ ...parties, ...numberedOrder(2) }, started(1, 2, "credit"))
        expect(yield* figures.byDay(parties.company, always)).toStrictEqual([])
        expect(yield* figures.refusals(parties.company, always, 10)).toStrictEqual([])
        expect(yield* figures.overall(parties.company, FigureKind.literals)).toStrictEqual([])
      }),
    )

    it(
      "adds up by day, kind and method, in ascending order of days",
      Effect.gen(function* () {
        const figures = yield* OrderFigures
        const parties = yield* storeParties
        const next = { placedAt: later(86_400_000) }
        yield* storeOrder({ ...parties, ...numberedOrder(1), ...next }, ...paid(1, "pix", 700))
        yield* storeOrder({ ...parties, ...numberedOrder(2) }, ...paid(2, "credit", 200))
        yield* storeOrder({ ...parties, ...numberedOrder(3) }, ...paid(3, "credit", 300))
        yield* storeOrder({ ...parties, ...numberedOrder(4) }, started(1, 4), attemptReported(1, "open"))
        expect(yield* daysOf(parties.company)).toStrictEqual([
          { day: today, kind: "confirmed", method: "credit", count: 2, amount: 500 },
          { day: today, kind: "open", method: "pix", count: 1, amount: 10_000 },
          { day: tomorrow, kind: "confirmed", method: "pix", count: 1, amount: 700 },
        ])
        const days = (yield* figures.byDay(parties.company, always)).map(({ day }) => day)
        expect(days).toStrictEqual(days.toSorted())
      }),
    )

    it(
      "uses the day of São Paulo on which an order was placed, and includes both ends of a period",
      Effect.gen(function* () {
        const figures = yield* OrderFigures
        const parties = yield* storeParties
        for (const [n, placedAt] of [midnight - 1, midnight, midnight + 86_400_000].entries()) {
          yield* storeOrder(
            { ...parties, ...numberedOrder(n), placedAt: instant(placedAt) },
            ...paid(n, "pix", 100 + n),
          )
        }
        const amounts = Effect.fnUntraced(function* (from: LocalDate, to: LocalDate) {
          return (yield* figures.byDay(parties.company, { from, to })).map(({ amount, day }) => [day, amount])
        })
        expect(yield* amounts(today, today)).toStrictEqual([[today, 100]])
        expect(yield* amounts(tomorrow, tomorrow)).toStrictEqual([[tomorrow, 101]])
        expect(yield* amounts(today, tomorrow)).toHaveLength(2)
        expect(yield* amounts(addDays(today, 2), addDays(today, 2))).toHaveLength(1)
        expect(yield* amounts(tomorrow, today)).toStrictEqual([])
      }),
    )

    it(
      "follows an order from waiting to paid, refunded and disputed, and keeps nothing of earlier states",
      Effect.gen(function* () {
        const orders = yield* OrderRepository
        const { company, customerId } = yield* storeParties
        let order: Order = yield* storeOrder({ company, customerId, ...numberedOrder(1) })
        const then = Effect.fnUntraced(function* (...changes: ReadonlyArray<OrderChange>) {
          const before = order
          order = changed(before, ...changes)
          yield* orders.save(before, order, changes)
          return (yield* daysOf(company)).map(({ kind, method, count, amount }) => [kind, method, count, amount])
        })
        expect(yield* then(started(1, 1))).toStrictEqual([])
        expect(yield* then(attemptReported(1, "open"))).toStrictEqual([["open", "pix", 1, 10_000]])
        expect(yield* then(orderCanceled)).toStrictEqual([])
        const confirmed = attemptReported(1, "confirmed", { report: { captured: centavos(9_999) } })
        const received = ["confirmed", "pix", 1, 9_999]
        expect(yield* then(confirmed)).toStrictEqual([received])
        expect(yield* then(refundReported(1, "requested", { amount: 1 }))).toStrictEqual([received])
        expect(yield* then(refundReported(1, "settled", { amount: 1 }))).toStrictEqual([
          received,
          ["refunded", "pix", 1, 1],
        ])
        expect(yield* then(caseReported(1, "opened", { amount: 9_998 }))).toContainEqual(["disputed", "pix", 1, 9_998])
        const lost = yield* then(caseReported(1, "lost", { amount: 9_998 }))
        expect(lost).toContainEqual(["charged_back", "pix", 1, 9_998])
        expect(lost).toHaveLength(3)
      }),
    )

    it(
      "lists the reasons of refused attempts, the most frequent first, up to a limit",
      Effect.gen(function* () {
        const figures = yield* OrderFigures
        const { company, customerId } = yield* storeParties
        const reasons = ["Saldo", "Vencido", "Saldo", "Ácido", null, "Bloqueado"]
        for (const [n, reason] of reasons.entries()) {
          yield* storeOrder({ company, customerId, ...numberedOrder(n) }, ...refused(n, reason))
        }
        const once = { count: 1, amount: 10_000 }
        expect(yield* figures.refusals(company, always, 10)).toStrictEqual([
          { reason: "Saldo", count: 2, amount: 20_000 },
          { reason: "", ...once },
          { reason: "Bloqueado", ...once },
          { reason: "Vencido", ...once },
          { reason: "Ácido", ...once },
        ])
        expect((yield* figures.refusals(company, always, 1)).map(({ reason }) => reason)).toStrictEqual(["Saldo"])
        expect(yield* figures.refusals(company, { from: tomorrow, to: tomorrow }, 10)).toStrictEqual([])
        expect((yield* daysOf(company)).map(({ kind, count }) => [kind, count])).toStrictEqual([["refused", 6]])
      }),
    )

    it(
      "accepts any text as a reason: quotes, halves of characters, control characters, thousands of them",
      Effect.gen(function* () {
        const figures = yield* OrderFigures
        const { company, customerId } = yield* storeParties
        const reasons = [`it's "x" \\ 100%`, "a\u0000b\nc", "\ud83d", "🙂".repeat(5_000), "\\u0000", "[]"]
        for (const [n, reason] of reasons.entries()) {
          yield* storeOrder({ company, customerId, ...numberedOrder(n) }, ...refused(n, reason))
        }
        const found = (yield* figures.refusals(company, always, 10)).map(({ reason }) => reason)
        expect(found).toHaveLength(reasons.length)
        expect(found).toContain(`it's "x" \\ 100%`)
        expect(found).toContain("a b c")
        expect(found).toContain("🙂".repeat(100))
      }),
    )

    it(
      "adds up some kinds over all days",
      Effect.gen(function* () {
        const figures = yield* OrderFigures
        const parties = yield* storeParties
        for (const [n, days] of [0, 1, 400].entries()) {
          const placedAt = later(days * 86_400_000)
          yield* storeOrder({ ...parties, ...numberedOrder(n), placedAt }, started(1, n), attemptReported(1, "open"))
        }
        yield* storeOrder({ ...parties, ...numberedOrder(3) }, ...paid(3, "pix", 1))
        const open: FigureSum = { kind: "open", method: "pix", count: 3, amount: 30_000 }
        expect(yield* figures.overall(parties.company, ["open", "disputed"])).toStrictEqual([open])
        expect(yield* figures.overall(parties.company, [])).toStrictEqual([])
      }),
    )

    it(
      "separates companies, and counts nothing of a rolled-back unit",
      Effect.gen(function* () {
        const { commit } = yield* UnitOfWork
        const [left, right] = [yield* storeParties, yield* storeParties]
        yield* storeOrder({ ...left, ...numberedOrder(1) }, ...paid(1, "pix", 1))
        const givenUp = storeOrder({ ...right, ...numberedOrder(2) }, ...paid(2, "pix", 1))
        expect(Exit.isFailure(yield* Effect.exit(commit(Effect.andThen(givenUp, Effect.fail("given up")))))).toBe(true)
        const figures = yield* OrderFigures
        expect(yield* daysOf(right.company)).toStrictEqual([])
        expect(yield* figures.overall(right.company, FigureKind.literals)).toStrictEqual([])
        expect(yield* daysOf(left.company)).toHaveLength(1)
        expect(yield* figures.refusals(left.company, always, 10)).toStrictEqual([])
      }),
    )

    it(
      "counts all of many orders that are paid concurrently",
      Effect.gen(function* () {
        const orders = yield* OrderRepository
        const { company, customerId } = yield* storeParties
        const placing = Array.from({ length: 20 }, (_, n) => n)
        yield* Effect.forEach(
          placing,
          Effect.fnUntraced(function* (n) {
            const order = yield* storeOrder({ company, customerId, ...numberedOrder(n) }, started(1, n))
            const opened = attemptReported(1, "open")
            yield* orders.save(order, changed(order, opened), [opened])
            const confirmed = attemptReported(1, "confirmed", { report: { captured: centavos(5) } })
            yield* orders.save(changed(order, opened), changed(order, opened, confirmed), [confirmed])
          }),
          { concurrency: "unbounded" },
        )
        expect(yield* daysOf(company)).toStrictEqual([
          { day: today, kind: "confirmed", method: "pix", count: 20, amount: 100 },
        ])
      }),
    )

    it(
      "counts what is committed of many units at once, also of those that have read sums, and nothing of those given up",
      Effect.gen(function* () {
        const { commit } = yield* UnitOfWork
        const orders = yield* OrderRepository
        const { company, customerId } = yield* storeParties
        const unit = Effect.fnUntraced(function* (n: number) {
          const placing = storeOrder({ company, customerId, ...numberedOrder(n) }, started(1, n))
          const order = yield* placing
          if (n % 3 === 0) yield* daysOf(company)
          const confirmed = attemptReported(1, "confirmed", { report: { captured: centavos(5) } })
          yield* orders.save(order, changed(order, confirmed), [confirmed])
          if (n % 2 === 0) {
            const seen = (yield* orders.list(company, { statuses: ["paid"] }, wholeList)).entries
            expect(seen.map((stored) => stored.order.details.number)).toContain(order.details.number)
          }
          if (n % 5 === 0) return yield* Effect.fail("given up")
        })
        const units = Array.from({ length: 40 }, (_, n) => Effect.exit(commit(unit(n))))
        const exits = yield* Effect.all(units, { concurrency: "unbounded" })
        expect(exits.filter(Exit.isSuccess)).toHaveLength(32)
        expect(yield* daysOf(company)).toStrictEqual([
          { day: today, kind: "confirmed", method: "pix", count: 32, amount: 160 },
        ])
        expect((yield* orders.list(company, { statuses: ["paid"] }, wholeList)).total).toBe(32)
        expect((yield* orders.list(company, {}, wholeList)).total).toBe(32)
      }),
    )

    law(
      "conservation: an order's figures always match its current state, saved step by step",
      fc.tuple(lives, lives),
      Effect.fnUntraced(function* (both) {
        const orders = yield* OrderRepository
        const figures = yield* OrderFigures
        const { company, customerId } = yield* storeParties
        const counted: Array<Figure> = []
        for (const [n, { placing, saves }] of both.entries()) {
          const { placedAt } = placing.details
          const placing_ = examplePlaced({ company, customerId, ...numberedOrder(n), placedAt })
          let order = placed(placing_)
          yield* orders.add(order, [placing_])
          for (const changes of saves) {
            const own = changes.map((change) => (change._tag === "AttemptStarted" ? rekeyed(change, n) : change))
            const before = order
            order = changed(before, ...own)
            yield* orders.save(before, order, own)
          }
          counted.push(...figuresOf(order))
        }
        const sums = sumsOf(counted)
        expect(sorted(yield* figures.overall(company, FigureKind.literals))).toStrictEqual(sums)
        expect(sumsOf(yield* figures.byDay(company, always))).toStrictEqual(sums)
      }),
    )
  })
}

const today = saoPauloDate(later(0))
const tomorrow = addDays(today, 1)
const midnight = endOfDayExclusive(today)
const always: Period = { from: LocalDate.make("1900-01-01"), to: LocalDate.make("9999-12-31") }

const paid = (n: number, method: PaymentMethod, captured: number): ReadonlyArray<OrderChange> => [
  started(1, n, method),
  attemptReported(1, "confirmed", { report: { captured: centavos(captured) } }),
]

const refused = (n: number, reason: string | null): ReadonlyArray<OrderChange> => [
  started(1, n, "credit"),
  attemptReported(1, "refused", reason === null ? {} : { report: { reason } }),
]

/** By day, kind and method, sorted. */
const daysOf = Effect.fnUntraced(function* (company: CompanyId) {
  const figures = yield* OrderFigures
  const days = yield* figures.byDay(company, always)
  return days.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
})

const nameOf = ({ day, kind, method }: DayFigure): string => `${day} ${kind} ${method}`

const sorted = (sums: ReadonlyArray<FigureSum>): ReadonlyArray<FigureSum> =>
  sums.toSorted((one, other) => (`${one.kind} ${one.method}` < `${other.kind} ${other.method}` ? -1 : 1))

const sumsOf = (figures: ReadonlyArray<FigureSum>): ReadonlyArray<FigureSum> =>
  sorted(
    [...Map.groupBy(figures, ({ kind, method }) => `${kind} ${method}`).values()].flatMap((alike) =>
      alike.slice(0, 1).map(({ kind, method }) => ({
        kind,
        method,
        count: alike.reduce((sum, { count }) => sum + count, 0),
        amount: alike.reduce((sum, { amount }) => sum + amount, 0),
      })),
    ),
  )

/** Whole histories, as changes to save one after the other. */
const lives = histories.map(({ cast, steps }) => ({
  placing: cast.placing,
  saves: steps.map(({ changes }) => changes).filter((changes) => changes.length > 0),
}))

/** Two lives with the same keys would start attempts under one key. */
const rekeyed = (start: Extract<OrderChange, { _tag: "AttemptStarted" }>, n: number): OrderChange => ({
  ...start,
  key: AttemptKey.make(`${n}${start.key.slice(1)}`),
})
