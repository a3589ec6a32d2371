/**
 * Refuses to look at a database as it is where this version would first have to bring it up to date.
 */
import { Effect } from "effect"
import { Migrations } from "../storage.ts"
import { Refused } from "./outcome.ts"

export const upToDate = Effect.gen(function* () {
  const { pending } = yield* Migrations
  if ((yield* pending).length > 0) {
    return yield* new Refused({ message: "The database is not up to date. Bring it there with: vintem migrate" })
  }
})
