/**
 * How the writes of one store join units of work, for contracts of stores that need no other store: whatever else is built beside it.
 */

import { UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import type { onFreshStore } from "./on-fresh-store.ts"

/** A write that can be asked after. Both are asked of each number once at most. */
export interface NumberedWrite<Store> {
  readonly write: (n: number) => Effect.Effect<unknown, unknown, Store>
  readonly isWritten: (n: number) => Effect.Effect<boolean, unknown, Store>
}

/** Describes it as tests of the store. */
export const joinsUnits = <Store>(
  { it }: ReturnType<typeof onFreshStore<Store | UnitOfWork>>,
  { write, isWritten }: NumberedWrite<Store>,
): void => {
  /** Those of the first four that are written. */
  const written = Effect.filter([1, 2, 3, 4], isWritten)

  it(
    "makes a unit inside a unit part of the outer one: taken back with it",
    Effect.gen(function* () {
      const { commit } = yield* UnitOfWork
      const outer = Effect.gen(function* () {
        yield* write(1)
        yield* commit(write(2))
        return yield* Effect.fail("given up")
      })
      expect(Exit.isFailure(yield* Effect.exit(commit(outer)))).toBe(true)
      yield* write(3)
      expect(yield* written).toStrictEqual([3])
    }),
  )

  it(
    "makes a unit inside a unit part of the outer one: kept with it, though the inner one failed",
    Effect.gen(function* () {
      const { commit } = yield* UnitOfWork
      const outer = Effect.gen(function* () {
        yield* write(1)
        yield* Effect.exit(commit(Effect.andThen(write(2), Effect.fail("given up"))))
        yield* write(3)
      })
      yield* commit(outer)
      expect(yield* written).toStrictEqual([1, 2, 3])
    }),
  )

  it(
    "keeps what is written outside of any unit while a unit runs that fails",
    Effect.gen(function* () {
      const { commit } = yield* UnitOfWork
      const unit = Effect.gen(function* () {
        yield* write(1)
        // Here everybody else has their turn. An adapter that stops a unit for this ends it as the next line does.
        yield* Effect.yieldNow
        yield* Effect.yieldNow
        return yield* Effect.fail("given up")
      })
      const [exit] = yield* Effect.all([Effect.exit(commit(unit)), write(2)], { concurrency: "unbounded" })
      expect(Exit.isFailure(exit)).toBe(true)
      expect(yield* written).toStrictEqual([2])
    }),
  )
}
