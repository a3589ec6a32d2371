/**
 * The contract of every unit of work, over several stores.
 *
 * A unit inside a unit is part of the outer one. If the inner one fails and the outer one recovers, the inner one's
 * earlier writes stay, as if its lines stood in the outer one.
 */

import type { CompanyId } from "@vintem/domain/identifiers"
import type { OrderChange } from "@vintem/domain/order"
import { CompanyRepository, CustomerRepository, OrderRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { orderAbandoned } from "../order/example-moves.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import {
  changed,
  everythingOf,
  numberedCustomer,
  numberedOrder,
  started,
  storeCompany,
  storeOrder,
  storeParties,
  wholeList,
} from "./stored-examples.ts"

/** @param layer - builds new, empty stores each time; one unit covers them all */
export const unitOfWorkContract = (
  name: string,
  layer: Layer.Layer<UnitOfWork | CompanyRepository | CustomerRepository | OrderRepository, unknown>,
): void => {
  describe(`UnitOfWork: ${name}`, () => {
    const { it } = onFreshStore(layer)

    it(
      "returns the unit's result, or its failure",
      Effect.gen(function* () {
        const units = yield* UnitOfWork
        const company = yield* units.commit(storeCompany())
        expect(company.name).toBe("Empresa Exemplo")
        expect(yield* units.commit(Effect.succeed("nothing written"))).toBe("nothing written")
        expect(yield* Effect.flip(units.commit(Effect.fail("given up")))).toBe("given up")
      }),
    )

    it(
      "shows a unit its own writes at once, and others after the commit",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const company = yield* units.commit(
          Effect.gen(function* () {
            const added = yield* storeCompany()
            expect(Option.getOrNull(yield* companies.find(added.id))).toStrictEqual(added)
            const renamed = { ...added, name: "Nova" }
            yield* companies.save(renamed)
            expect(Option.getOrNull(yield* companies.find(added.id))).toStrictEqual(renamed)
            return renamed
          }),
        )
        expect(yield* companies.list(wholeList)).toStrictEqual({ entries: [company], total: 1 })
      }),
    )

    for (const [how, end] of endings) {
      it(
        `rolls back every write of a unit that ${how}, and is ready for the next`,
        Effect.gen(function* () {
          const units = yield* UnitOfWork
          const parties = yield* storeParties
          const before = yield* everythingOf(parties.company)
          const exit = yield* Effect.exit(units.commit(Effect.andThen(writeEverywhere(parties.company), end)))
          expect(Exit.isFailure(exit)).toBe(true)
          expect(yield* everythingOf(parties.company)).toStrictEqual(before)

          yield* units.commit(writeEverywhere(parties.company))
          const after = yield* everythingOf(parties.company)
          expect([after.companies.total, after.customers.total, after.orders.total]).toStrictEqual([2, 2, 1])
        }),
      )
    }

    it(
      "says how a unit ended: a failure, a defect or an interruption",
      Effect.gen(function* () {
        const units = yield* UnitOfWork
        const exits = yield* Effect.forEach(endings, ([, end]) =>
          Effect.exit(units.commit(Effect.andThen(storeCompany(), end))),
        )
        expect(exits.map(Exit.hasFails)).toStrictEqual([true, false, false])
        expect(exits.map(Exit.hasDies)).toStrictEqual([false, true, false])
        expect(exits.map(Exit.hasInterrupts)).toStrictEqual([false, false, true])
      }),
    )

    it(
      "keeps the writes of a unit that failed inside and recovered",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const unit = Effect.gen(function* () {
          const company = yield* storeCompany()
          yield* Effect.ignore(Effect.fail("given up"))
          return company
        })
        const company = yield* units.commit(unit)
        expect(yield* companies.list(wholeList)).toStrictEqual({ entries: [company], total: 1 })
      }),
    )

    it(
      "rolls back an inner unit's commit if the outer one fails",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const outer = Effect.gen(function* () {
          yield* storeCompany()
          yield* units.commit(storeCompany())
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(outer))
        expect((yield* companies.list(wholeList)).total).toBe(0)
      }),
    )

    it(
      "keeps an inner unit's writes before its failure if the outer one recovers",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const outer = Effect.gen(function* () {
          yield* storeCompany({ name: "before" })
          const inner = Effect.andThen(storeCompany({ name: "inside" }), Effect.fail("given up"))
          expect(Exit.isFailure(yield* Effect.exit(units.commit(inner)))).toBe(true)
          yield* storeCompany({ name: "after" })
        })
        yield* units.commit(outer)
        const { entries } = yield* companies.list(wholeList)
        expect(entries.map((company) => company.name)).toStrictEqual(["after", "inside", "before"])
      }),
    )

    it(
      "refuses the whole of a write that is outside of a unit, too",
      Effect.gen(function* () {
        const orders = yield* OrderRepository
        const parties = yield* storeParties
        const order = yield* storeOrder({ ...parties, ...numberedOrder(1) })
        const changes = [orderAbandoned, started(1, 1), started(2, 2)] // two in flight, which only the last reveals
        yield* Effect.exit(orders.save(order, changed(order, ...changes), changes))
        expect(yield* orders.history(parties.company, order.details.number)).toHaveLength(1)
        expect(Option.getOrThrow(yield* orders.find(parties.company, order.details.number)).order).toStrictEqual(order)
      }),
    )

    it(
      "no lost update: of 100 units that read a version and save the next, each succeeds sooner or later",
      Effect.gen(function* () {
        const orders = yield* OrderRepository
        const units = yield* UnitOfWork
        const parties = yield* storeParties
        const { details } = yield* storeOrder({ ...parties, ...numberedOrder(1) })
        const increment = Effect.gen(function* () {
          const { order } = Option.getOrThrow(yield* orders.find(parties.company, details.number))
          yield* orders.save(order, changed(order, orderAbandoned), [orderAbandoned])
        })
        yield* Effect.all(
          Array.from({ length: 100 }, () => Effect.retry(units.commit(increment), { while: isConflict })),
          { concurrency: "unbounded" },
        )
        const { order } = Option.getOrThrow(yield* orders.find(parties.company, details.number))
        expect(order.version).toBe(101)
        const log = yield* orders.history(parties.company, details.number)
        const abandonments = Array.from({ length: 100 }, (): OrderChange => orderAbandoned)
        expect(log.slice(1)).toStrictEqual(abandonments)
      }),
    )

    it(
      "completes all units that change the same entries in opposite orders",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const pair = [yield* storeCompany(), yield* storeCompany()]
        const rename = (n: number) =>
          units.commit(
            Effect.forEach(n % 2 === 0 ? pair : pair.toReversed(), (company) =>
              companies.save({ ...company, name: `${n}` }),
            ),
          )
        yield* Effect.forEach(ordinals(20), rename, { concurrency: "unbounded" })
        const { entries } = yield* companies.list(wholeList)
        expect(new Set(entries.map((company) => company.name)).size).toBe(1) // both are the last one's
      }),
    )

    it(
      "no lost update: of units that read and replace an entry, none undoes another's change",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const { id } = yield* storeCompany({ name: "" })
        const lengthen = Effect.gen(function* () {
          const company = Option.getOrThrow(yield* companies.find(id))
          yield* companies.save({ ...company, name: `${company.name}+` })
        })
        yield* Effect.forEach(ordinals(20), () => units.commit(lengthen), { concurrency: "unbounded" })
        expect(Option.getOrThrow(yield* companies.find(id)).name).toBe("+".repeat(20))
      }),
    )

    it(
      "isolates other units from one that fails",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const unit = Effect.fnUntraced(function* (n: number) {
          yield* storeCompany({ name: `${n}` })
          if (n % 4 === 1) return yield* Effect.fail("given up")
          if (n % 4 === 2) return yield* Effect.die(new Error("a defect"))
          if (n % 4 === 3) return yield* Effect.interrupt
        })
        const exits = yield* Effect.forEach(ordinals(40), (n) => Effect.exit(units.commit(unit(n))), {
          concurrency: "unbounded",
        })
        const landed = ordinals(40).filter((n) => n % 4 === 0)
        expect(exits.flatMap((exit, n) => (Exit.isSuccess(exit) ? [n] : []))).toStrictEqual(landed)
        const { entries } = yield* companies.list(wholeList)
        const names = entries.map((company) => Number(company.name)).toSorted((left, right) => left - right)
        expect(names).toStrictEqual(landed)
      }),
    )

    it(
      "never shows half a unit",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const one = (n: number) => storeCompany({ name: `${n}` })
        // The pause lets readers run. An adapter may end the unit because of it.
        const write = (n: number) => Effect.exit(units.commit(Effect.all([one(n), Effect.yieldNow, one(n)])))
        const halvesSeen = Effect.gen(function* () {
          yield* Effect.yieldNow // a writer can be interrupted half-way here
          const { entries } = yield* companies.list(wholeList)
          return entries.filter((one) => entries.every((another) => another === one || another.name !== one.name))
        })
        const [, seen] = yield* Effect.all(
          [
            Effect.forEach(ordinals(30), write, { concurrency: "unbounded" }),
            Effect.forEach(ordinals(60), () => halvesSeen, { concurrency: 4 }),
          ],
          { concurrency: "unbounded" },
        )
        expect(seen.flat()).toStrictEqual([])
      }),
    )

    it(
      "commits an uninterruptible unit, even if its caller was interrupted before it began",
      Effect.gen(function* () {
        const units = yield* UnitOfWork
        const companies = yield* CompanyRepository
        const told = yield* Deferred.make<void>()
        const outcome = Effect.andThen(Deferred.await(told), units.commit(storeCompany()))
        const fiber = yield* Effect.forkChild(Effect.uninterruptible(outcome), { startImmediately: true })
        const stopping = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
        yield* Deferred.succeed(told, undefined)
        yield* Fiber.join(stopping)
        expect((yield* companies.list(wholeList)).total).toBe(1)
      }),
    )

    it(
      "happens completely or not at all, whenever it is interrupted, and delays nobody afterwards",
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const units = yield* UnitOfWork
        const size = 20
        for (const pauses of ordinals(20)) {
          const fiber = yield* Effect.forkChild(units.commit(Effect.forEach(ordinals(size), () => storeCompany())))
          for (let pause = 0; pause < pauses; pause++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          expect((yield* companies.list(wholeList)).total % size).toBe(0)
        }
        yield* units.commit(storeCompany())
        expect((yield* companies.list(wholeList)).total % size).toBe(1)
      }),
    )
  })
}

/** All ways to end a unit before its commit. */
const endings: ReadonlyArray<readonly [string, Effect.Effect<never, string>]> = [
  ["fails", Effect.fail("given up")],
  ["dies", Effect.die(new Error("a defect"))],
  ["is interrupted", Effect.interrupt],
]

const ordinals = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n)

const isConflict = (error: { readonly _tag: string }): boolean => error._tag === "OrderConflict"

/** New rows and changed ones, in several stores. */
const writeEverywhere = Effect.fnUntraced(function* (company: CompanyId) {
  const companies = yield* CompanyRepository
  const customers = yield* CustomerRepository
  const orders = yield* OrderRepository
  const known = Option.getOrThrow(yield* companies.find(company))
  yield* companies.save({ ...known, name: "Nova" })
  yield* storeCompany()
  const customerId = yield* customers.put(numberedCustomer(company, 2))
  const order = yield* storeOrder({ company, customerId, ...numberedOrder(1) })
  yield* orders.save(order, changed(order, started(1, 1)), [started(1, 1)])
})
