/** Tests that one store's writes join units of work, for contracts of stores that need no other store. */

import { UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect } from "vitest"
import type { onFreshStore } from "./on-fresh-store.ts"

/** A numbered write that can be checked. Each number is used at most once. */
export interface NumberedWrite<Store> {
  readonly write: (n: number) => Effect.Effect<unknown, unknown, Store>
  readonly isWritten: (n: number) => Effect.Effect<boolean, unknown, Store>
}

/**
 * The numbers that a reader outside of a unit found while the unit wrote 1, paused, wrote 2, paused and came to its end:
 * one list for each look. The pauses let other fibers run. An adapter may end the unit because of them.
 */
export const seenDuringUnit = <Store>(
  { write, isWritten }: NumberedWrite<Store>,
  end: Effect.Effect<unknown, unknown>,
): Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, unknown, Store | UnitOfWork> =>
  Effect.gen(function* () {
    const { commit } = yield* UnitOfWork
    const unit = Effect.all([write(1), pause, write(2), pause, end], { discard: true })
    const running = yield* Effect.forkChild(Effect.exit(commit(unit)))
    const looks: Array<ReadonlyArray<number>> = []
    while (running.pollUnsafe() === undefined) {
      yield* Effect.yieldNow
      looks.push(yield* Effect.filter([1, 2], isWritten)) // 1 first: a commit between the two shows 2 alone
    }
    return looks
  })

/**
 * Defines tests that nobody sees part of a unit that runs, or any of one that is rolled back.
 *
 * @param prepared - stores what the writes require
 * @param numberedWrite - its `isWritten` only reads
 */
export const hidesRunningUnits = <Store, Prepared>(
  { it }: ReturnType<typeof onFreshStore<Store | UnitOfWork>>,
  prepared: Effect.Effect<Prepared, unknown, Store | UnitOfWork>,
  numberedWrite: (prepared: Prepared) => NumberedWrite<Store>,
): void => {
  it(
    "never shows a reader part of a unit that is running",
    Effect.gen(function* () {
      const looks = yield* seenDuringUnit(numberedWrite(yield* prepared), Effect.void)
      expect(looks.filter((look) => look.includes(1) && !look.includes(2))).toStrictEqual([])
    }),
  )

  it(
    "never shows a reader a unit that is rolled back",
    Effect.gen(function* () {
      const looks = yield* seenDuringUnit(numberedWrite(yield* prepared), Effect.fail("given up"))
      expect(looks.flat()).toStrictEqual([])
    }),
  )
}

const pause = Effect.replicateEffect(Effect.yieldNow, 10, { discard: true })

/** Defines them as tests of the store. */
export const joinsUnits = <Store>(
  { it }: ReturnType<typeof onFreshStore<Store | UnitOfWork>>,
  { write, isWritten }: NumberedWrite<Store>,
): void => {
  /** The numbers of the first four that are written. */
  const written = Effect.filter([1, 2, 3, 4], isWritten)

  it(
    "rolls a unit inside a unit back with the outer one",
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
    "commits a unit inside a unit with the outer one, even if the inner one failed",
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
    "keeps writes outside of a unit while a unit runs that fails",
    Effect.gen(function* () {
      const { commit } = yield* UnitOfWork
      const unit = Effect.gen(function* () {
        yield* write(1)
        // Other fibers run here. An adapter may end the unit because of this, as the next line does.
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
