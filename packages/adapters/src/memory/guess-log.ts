/**
 * Guesses, in memory.
 */
import { GuessLog } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { oldestBefore } from "./oldest-before.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  GuessLog,
  Effect.gen(function* () {
    const { guesses } = yield* Tables

    return GuessLog.of({
      find: (key) => Effect.sync(() => Option.fromUndefinedOr(guesses.get(key))),
      put: (row) => Effect.sync(() => guesses.put(row.key, row)),
      remove: (key) => Effect.sync(() => guesses.forget(key)),
      forget: (before, limit) =>
        Effect.sync(() => {
          const old = oldestBefore(guesses, ({ lastAt }) => lastAt, before, limit)
          for (const { key } of old) guesses.forget(key)
          return old.length
        }),
    })
  }),
)
