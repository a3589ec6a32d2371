/**
 * Commits units of work: many together where they allow it, each in a transaction of its own where they do not, or have to be run again.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { type Context, Effect } from "effect"
import type { ConnectionPool } from "./connection-pool.ts"
import { commitAlone } from "./lone-unit.ts"
import { failed, uncertain } from "./storage-failure.ts"
import type { Tell, UnitEnd } from "./unit-end.ts"
import { unitGroups } from "./unit-groups.ts"

/** Commits a unit that is in no other, or says why it cannot. */
export const committedUnits = (pool: ConnectionPool, tell: Tell) => {
  const runInGroup = unitGroups(pool, tell)

  return Effect.fnUntraced(function* <A, E, R>(
    context: Context.Context<R>,
    unit: Effect.Effect<A, E, R>,
    isTogether: boolean,
  ): Effect.fn.Return<A, E | StorageUnavailable> {
    let end: UnitEnd<A, E> = { _tag: "Again", way: "alone" }
    if (isTogether) end = yield* runInGroup(context, unit)
    if (end._tag === "Again")
      end = yield* commitAlone({ pool, tell }, context, unit, { holdsEntries: end.way === "holding" })
    if (end._tag === "Uncertain") return yield* uncertain("commit", end.failure)
    if (end._tag === "Ended") return yield* end.exit
    return yield* end._tag === "Undone"
      ? failed(end.by.operation, end.by.failure)
      : Effect.die(new Error("A unit that is run alone is not to be run again."))
  })
}
