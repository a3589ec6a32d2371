/**
 * The data that every store on a disk still has after it was closed and opened again: companies, customers and orders.
 */

import { type CompanyRepository, type CustomerRepository, OrderRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { orderAbandoned } from "../order/example-moves.ts"
import {
  changed,
  everythingOf,
  numberedOrder,
  started,
  storeCompany,
  storeOrder,
  storeParties,
} from "./stored-examples.ts"

type Stores = UnitOfWork | CompanyRepository | CustomerRepository | OrderRepository

/**
 * @param newStore - makes a new, empty store that lasts as long as the scope, and returns the layer that opens it; the
 *   layer is built once before and once after
 */
export const durabilityContract = (
  name: string,
  newStore: Effect.Effect<Layer.Layer<Stores, unknown>, unknown, Scope.Scope>,
): void => {
  /** Runs one effect, closes the store, opens it again, and runs the returned effect. */
  const law = (title: string, before: Effect.Effect<() => Effect.Effect<void, unknown, Stores>, unknown, Stores>) =>
    it(title, () =>
      Effect.gen(function* () {
        const layer = yield* newStore
        const after = yield* Effect.provide(before, layer, { local: true })
        yield* Effect.provide(after(), layer, { local: true })
      }).pipe(Effect.scoped, Effect.runPromise),
    )

  describe(`Durability: ${name}`, () => {
    law(
      "has everything that was committed, and nothing of a failed unit",
      Effect.gen(function* () {
        const units = yield* UnitOfWork
        const parties = yield* storeParties
        yield* units.commit(storeOrder({ ...parties, ...numberedOrder(1) }, started(1, 1)))
        yield* storeOrder({ ...parties, ...numberedOrder(2) })
        const unit = Effect.andThen(storeCompany({ name: "never" }), Effect.fail("given up"))
        expect(Exit.isFailure(yield* Effect.exit(units.commit(unit)))).toBe(true)
        const stored = yield* everythingOf(parties.company)
        return () =>
          Effect.gen(function* () {
            expect(yield* everythingOf(parties.company)).toStrictEqual(stored)
          })
      }),
    )

    law(
      "continues after opening: new entries get new names, and versions are compared",
      Effect.gen(function* () {
        const parties = yield* storeParties
        const order = yield* storeOrder({ ...parties, ...numberedOrder(1) })
        return () =>
          Effect.gen(function* () {
            const orders = yield* OrderRepository
            expect((yield* storeCompany()).id).not.toBe(parties.company)
            yield* orders.save(order, changed(order, orderAbandoned), [orderAbandoned])
            const late = yield* Effect.flip(orders.save(order, changed(order, orderAbandoned), [orderAbandoned]))
            expect(late).toMatchObject({ _tag: "OrderConflict" })
          })
      }),
    )
  })
}
