/**
 * Reads the stored audit log for the storage check, by key and in pieces: part of storage-audit.ts.
 */
import { realmName } from "@vintem/domain/access"
import { AuditEntry, actorName } from "@vintem/domain/audit"
import type { AuditedEntry, AuditWalk, BesideOrders, StorageBreach, StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Stream } from "effect"
import { type AuditEntryRow, auditEntryColumns, storedEntry } from "../audit-log/audit-entry-row.ts"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { auditorOf, columnsDiffer, missing, unreadable } from "./audit-findings.ts"

const operation = "storageAudit.auditEntries"

export const auditEntryAudit = ({ dialect: { build }, read }: Executor["Service"]) => {
  const selectLastId = preparedQuery<object, { id: number | null }>(() =>
    build.selectFrom("audit_entry").select((e) => e.fn.max("id").as("id")),
  )

  /** One statement with the rows around each: all of one moment. */
  const selectEntries = preparedQuery<{ after: number; limit: number }, FoundRow>((value) =>
    build
      .selectFrom("audit_entry")
      .select((e) => [
        "audit_entry.id",
        "audit_entry.realm",
        "audit_entry.actor",
        ...auditEntryColumns.map((column) => `audit_entry.${column}` as const),
        e
          .selectFrom("audit_entry as earlier")
          .select((f) => f.fn.max("earlier.sequence").as("sequence"))
          .whereRef("earlier.realm", "=", "audit_entry.realm")
          .whereRef("earlier.sequence", "<", "audit_entry.sequence")
          .as("previous"),
        e
          .selectFrom("audit_length")
          .select("audit_length.length")
          .whereRef("audit_length.realm", "=", "audit_entry.realm")
          .as("length"),
      ])
      .where("audit_entry.id", ">", value("after"))
      .orderBy("audit_entry.id")
      .limit(value("limit")),
  )

  /** Logs that were longer once: their last entries are gone. */
  const selectShortened = preparedQuery<{ after: string; limit: number }, ShortenedRow>((value) =>
    build
      .selectFrom("audit_length")
      .select((e) => [
        "audit_length.realm",
        "audit_length.length",
        e
          .selectFrom("audit_entry")
          .select((f) => f.fn.max("audit_entry.sequence").as("sequence"))
          .whereRef("audit_entry.realm", "=", "audit_length.realm")
          .as("last"),
      ])
      .where("audit_length.realm", ">", value("after"))
      .orderBy("audit_length.realm")
      .limit(value("limit")),
  )

  const walk: AuditWalk<AuditedEntry> = {
    lastId: Effect.map(
      Effect.suspend(() => read(operation, selectLastId({}))),
      ([row]) => row?.id ?? 0,
    ),
    scan: (after, limit) => Effect.map(read(operation, selectEntries({ after, limit })), (rows) => rows.map(audited)),
  }

  const shortened: Stream.Stream<ReadonlyArray<BesideOrders>, StorageUnavailable> = Stream.paginate(
    "",
    Effect.fnUntraced(function* (after: string) {
      const rows = yield* read(operation, selectShortened({ after, limit: realmsAtOnce }))
      const next = rows.length < realmsAtOnce ? undefined : rows.at(-1)?.realm
      return [[rows.flatMap(shortening)], next === undefined ? Option.none() : Option.some(next)] as const
    }),
  )

  return { walk, shortened }
}

const realmsAtOnce = 200

interface ShortenedRow {
  readonly realm: string
  readonly length: number
  readonly last: number | null
}

const shortening = ({ last, length, realm }: ShortenedRow): ReadonlyArray<BesideOrders> =>
  columnsDiffer("audit_length", realm, { length }, { length: last ?? 0 }).map((breach) => ({
    number: `audit log of ${realm}`,
    breach,
  }))

interface FoundRow extends AuditEntryRow {
  readonly id: number
  readonly realm: string
  readonly actor: string
  readonly previous: number | null
  readonly length: number | null
}

const auditStored = auditorOf(AuditEntry)

const audited = (row: FoundRow): AuditedEntry => {
  const { value: entry, why } = auditStored(JSON.stringify(storedEntry(row)))
  const name = `entry ${row.sequence}`
  const derived = entry === null ? {} : { actor: actorName(entry.actor), realm: realmName(entry.realm) }
  const breaches: ReadonlyArray<StorageBreach> = [
    ...(why === null
      ? columnsDiffer("audit_entry", name, row, derived)
      : [unreadable(`audit_entry.body of ${name}`, why)]),
    ...(row.length === null ? [missing("audit_length", row.realm)] : []),
  ]
  return {
    id: row.id,
    name: `audit log of ${row.realm}, entry ${row.sequence}`,
    entry: why === null ? entry : null,
    sequence: row.sequence,
    previous: row.previous,
    breaches,
  }
}
