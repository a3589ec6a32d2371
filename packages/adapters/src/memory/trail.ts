/** The audit log in memory. */
import { isSameRealm, type Realm, realmName } from "@vintem/domain/access"
import { Trail, type TrailFilter } from "@vintem/domain/ports"
import { actorName, type TrailEntry } from "@vintem/domain/trail"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  Trail,
  Effect.gen(function* () {
    const { trailEntries, trailLengths } = yield* Tables

    const newestFirst = (realm: Realm) => trailEntries.newestFirst().filter((entry) => isSameRealm(entry.realm, realm))

    return Trail.of({
      append: (details) =>
        Effect.sync(() => {
          const { realm } = details
          const sequence = (trailLengths.get(realmName(realm)) ?? 0) + 1
          trailLengths.put(realmName(realm), sequence)
          const entry: TrailEntry = { ...details, sequence }
          trailEntries.put(trailEntries.size + 1, entry)
          return entry
        }),

      list: (realm, filter, page) => Effect.sync(() => pageOf(newestFirst(realm).filter(isWanted(filter)), page)),

      after: (realm, sequence, limit) =>
        Effect.sync(() =>
          newestFirst(realm)
            .reverse()
            .filter((entry) => entry.sequence > sequence)
            .slice(0, limit),
        ),
    })
  }),
)

const isWanted =
  ({ action, actor, before, from, subject }: TrailFilter) =>
  (entry: TrailEntry): boolean =>
    (actor === undefined || actorName(entry.actor) === actor) &&
    (action === undefined || entry.action === action) &&
    (subject === undefined || entry.subject === subject) &&
    (from === undefined || entry.at >= from) &&
    (before === undefined || entry.at < before)
