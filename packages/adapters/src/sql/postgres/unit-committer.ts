/**
 * Commits units of work: in groups, or each in a transaction of its own.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { type Context, Effect } from "effect"
import { commitAlone } from "./lone-unit.ts"
import { storageFailure, uncertain } from "./storage-failure.ts"
import type { FinalEnd } from "./unit-end.ts"
import { unitGroups } from "./unit-groups.ts"
import type { UnitPlace } from "./unit-place.ts"

/** Commits a unit that is part of no other. */
type Committer = <A, E, R>(
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
) => Effect.Effect<A, E | StorageUnavailable>

export const unitCommitter = (place: UnitPlace): { readonly alone: Committer; readonly together: Committer } => {
  const runInGroup = unitGroups(place)
  return {
    alone: (context, unit) => Effect.flatMap(commitAlone(place, context, unit, { holdsEntries: false }), exitOf),
    together: (context, unit) =>
      Effect.flatMap(runInGroup(context, unit), (end) =>
        end._tag === "Again"
          ? Effect.flatMap(
              commitAlone(place, context, unit, { holdsEntries: end.how === "alone, holding entries" }),
              exitOf,
            )
          : exitOf(end),
      ),
  }
}

const exitOf = <A, E>(end: FinalEnd<A, E>): Effect.Effect<A, E | StorageUnavailable> => {
  switch (end._tag) {
    case "Ended":
      return end.exit
    case "RolledBack":
      return storageFailure(end.failed.operation, end.failed.failure)
    case "Uncertain":
      return uncertain("commit", end.failure)
  }
}
