/** The contract of every guess log. */

import type { Guesses } from "@vintem/domain/access"
import { GuessLog, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { hidesRunningUnits, joinsUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { found } from "./people-examples.ts"
import { later } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const guessLogContract = (name: string, layer: Layer.Layer<GuessLog | UnitOfWork, unknown>): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`GuessLog: ${name}`, () => {
    it(
      "returns the count under a key, and none under another",
      Effect.gen(function* () {
        const log = yield* GuessLog
        yield* log.put(guesses("a", 1))
        yield* log.put(guesses("a", 2))
        yield* log.put(guesses("A", 7))
        expect(found(yield* log.find("a"))).toStrictEqual(guesses("a", 2))
        yield* log.remove("a")
        yield* log.remove("a")
        expect(Option.isNone(yield* log.find("a"))).toBe(true)
        expect(found(yield* log.find("A"))).toStrictEqual(guesses("A", 7))
      }),
    )

    it(
      "no lost update: of units that count under one key concurrently, each counts",
      Effect.gen(function* () {
        const log = yield* GuessLog
        const units = yield* UnitOfWork
        const count = (key: string) =>
          Effect.gen(function* () {
            const past = Option.getOrNull(yield* log.find(key))
            yield* log.put(guesses(key, (past?.count ?? 0) + 1))
          })
        // Two keys in both orders: no deadlock.
        const both = (first: string, second: string) => units.commit(Effect.andThen(count(first), count(second)))
        const all = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? both("a", "b") : both("b", "a")))
        yield* Effect.all(all, { concurrency: "unbounded" })
        expect([found(yield* log.find("a")).count, found(yield* log.find("b")).count]).toStrictEqual([10, 10])
      }),
    )

    it(
      "forgets counts whose last guess was before an instant, up to a limit",
      Effect.gen(function* () {
        const log = yield* GuessLog
        for (const n of [1, 2, 3]) yield* log.put({ ...guesses(`k${n}`, 1), lastAt: later(n) })
        expect(yield* log.forget(later(3), 1)).toBe(1)
        expect(yield* log.forget(later(3), 10)).toBe(1)
        expect(yield* log.forget(later(3), 10)).toBe(0)
        expect(Option.isSome(yield* log.find("k3"))).toBe(true)
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const log = yield* GuessLog
        const units = yield* UnitOfWork
        yield* log.put(guesses("a", 1))
        const unit = Effect.gen(function* () {
          yield* log.put(guesses("a", 2))
          yield* log.put(guesses("b", 1))
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(found(yield* log.find("a"))).toStrictEqual(guesses("a", 1))
        expect(Option.isNone(yield* log.find("b"))).toBe(true)
      }),
    )

    joinsUnits(store, {
      write: (n) => Effect.flatMap(GuessLog, (log) => log.put(guesses(`k${n}`, 1))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(GuessLog, (log) => log.find(`k${n}`)),
          Option.isSome,
        ),
    })

    hidesRunningUnits(store, Effect.void, () => ({
      write: (n) => Effect.flatMap(GuessLog, (log) => log.put(guesses(`k${n}`, 1))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(GuessLog, (all) => all.find(`k${n}`)),
          Option.isSome,
        ),
    }))
  })
}

const guesses = (key: string, count: number): Guesses => ({
  key,
  count,
  lastAt: later(count),
  waitUntil: later(count + 1_000),
})
