/** Refuses a database that is an unfinished copy: it lacks data, so no command serves or reads it. */
import { Settings, unfinishedCopy } from "@vintem/adapters"
import { Effect, Layer } from "effect"
import { Refused } from "./failures/outcome.ts"

/** Refuses an unfinished copy. Expects its migrations to be up to date. */
export const refusedUnlessWhole = Effect.gen(function* () {
  const table = yield* unfinishedCopy
  if (table === null) return
  const message = `The database is a copy that stopped at ${table}: resume the same vintem copy, or use its source.`
  return yield* new Refused({ message })
}).pipe(Effect.provide(Settings.layer))

/** Build it on the stores before anything writes to them. */
export const wholeDatabase = Layer.effectDiscard(refusedUnlessWhole)
