/** Refuses a database of another version, or an unfinished copy, for commands that only read. */
import { Effect } from "effect"
import { Refused } from "../failures/outcome.ts"
import { Migrations } from "../storage.ts"
import { refusedUnlessWhole } from "../whole-database.ts"

export const refusedUnlessMigrated = Effect.gen(function* () {
  const { pending } = yield* Migrations
  if ((yield* pending).length > 0) {
    return yield* new Refused({ message: "The database is not up to date. Run: vintem migrate" })
  }
  yield* refusedUnlessWhole
})
