/** The audit log in memory. */
import { isSameRealm, type Realm, realmName } from "@vintem/domain/access"
import { type AuditEntry, actorName } from "@vintem/domain/audit"
import { type AuditFilter, AuditLog } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const { auditEntries, auditLengths } = yield* Tables

    const newestFirst = (realm: Realm) => auditEntries.newestFirst().filter((entry) => isSameRealm(entry.realm, realm))

    return AuditLog.of({
      append: (details) =>
        Effect.sync(() => {
          const { realm } = details
          const sequence = (auditLengths.get(realmName(realm)) ?? 0) + 1
          auditLengths.put(realmName(realm), sequence)
          const entry: AuditEntry = { ...details, sequence }
          auditEntries.put(auditEntries.size + 1, entry)
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
  ({ action, actor, before, from, subject }: AuditFilter) =>
  (entry: AuditEntry): boolean =>
    (actor === undefined || actorName(entry.actor) === actor) &&
    (action === undefined || entry.action === action) &&
    (subject === undefined || entry.subject === subject) &&
    (from === undefined || entry.at >= from) &&
    (before === undefined || entry.at < before)
