/**
 * Reads the stored audit log for the storage check, by key and in pieces: part of storage-audit.ts.
 */
import { realmName } from "@vintem/domain/access"
import { AuditEntry, actorName } from "@vintem/domain/audit"
import type { AuditedEntry, AuditWalk, BesideOrders, StorageBreach, StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Stream } from "effect"
import { type AuditEntryRow, auditEntryColumns, storedEntry } from "../audit-log/audit-entry-row.ts"
import { realmOf } from "../engine/company-or-platform.ts"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { alongKey, lastIdOf, type PieceStart, startOf } from "./along-key.ts"
import { auditorOf, columnsDiffer, missing, unreadable } from "./audit-findings.ts"

const operation = "storageAudit.auditEntries"

export const auditEntryAudit = (executor: Executor["Service"]) => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "audit_entry")

  /** One statement with the rows around each: all of one moment. */
  const selectEntries = preparedQuery<PieceStart, FoundRow>((value) =>
    build
      .selectFrom("audit_entry")
      .select((e) => [
        "audit_entry.id",
        "audit_entry.actor",
        ...auditEntryColumns.map((column) => `audit_entry.${column}` as const),
        e
          .selectFrom("audit_entry as earlier")
          .select((f) => f.fn.max("earlier.sequence").as("sequence"))
          .whereRef("earlier.company_id", "=", "audit_entry.company_id")
          .whereRef("earlier.sequence", "<", "audit_entry.sequence")
          .as("previous"),
        e
          .selectFrom("audit_length")
          .select("audit_length.length")
          .whereRef("audit_length.company_id", "=", "audit_entry.company_id")
          .as("length"),
      ])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit")),
  )

  /** Logs that were longer once: their last entries are gone. */
  const selectShortened = preparedQuery<{ after: number; limit: number }, ShortenedRow>((value) =>
    build
      .selectFrom("audit_length")
      .select((e) => [
        "audit_length.company_id",
        "audit_length.length",
        e
          .selectFrom("audit_entry")
          .select((f) => f.fn.max("audit_entry.sequence").as("sequence"))
          .whereRef("audit_entry.company_id", "=", "audit_length.company_id")
          .as("last"),
      ])
      .where("audit_length.company_id", ">", value("after"))
      .orderBy("audit_length.company_id")
      .limit(value("limit")),
  )

  const walk: AuditWalk<AuditedEntry> = {
    lastId: lastIdOf(executor, operation, "audit_entry"),
    scan: (piece) => Effect.map(read(operation, selectEntries(startOf(piece))), (rows) => rows.map(audited)),
  }

  const shortened: Stream.Stream<ReadonlyArray<BesideOrders>, StorageUnavailable> = Stream.paginate(
    -1, // before the platform
    Effect.fnUntraced(function* (after: number) {
      const rows = yield* read(operation, selectShortened({ after, limit: realmsAtOnce }))
      const next = rows.length < realmsAtOnce ? undefined : rows.at(-1)?.company_id
      return [[rows.flatMap(shortening)], next === undefined ? Option.none() : Option.some(next)] as const
    }),
  )

  return { walk, shortened }
}

const realmsAtOnce = 200

interface ShortenedRow {
  readonly company_id: number
  readonly length: number
  readonly last: number | null
}

const shortening = ({ company_id, last, length }: ShortenedRow): ReadonlyArray<BesideOrders> =>
  columnsDiffer("audit_length", nameOf(company_id), { length }, { length: last ?? 0 }).map((breach) => ({
    number: `audit log of ${nameOf(company_id)}`,
    breach,
  }))

interface FoundRow extends AuditEntryRow {
  readonly id: number
  readonly actor: string
  readonly previous: number | null
  readonly length: number | null
}

const nameOf = (company: number): string => realmName(realmOf(company))

const auditStored = auditorOf(AuditEntry)

const audited = (row: FoundRow): AuditedEntry => {
  const { value: entry, why } = auditStored(JSON.stringify(storedEntry(row)))
  const [realm, name] = [nameOf(row.company_id), `entry ${row.sequence}`]
  const derived = entry === null ? {} : { actor: actorName(entry.actor) }
  const breaches: ReadonlyArray<StorageBreach> = [
    ...(why === null
      ? columnsDiffer("audit_entry", name, row, derived)
      : [unreadable(`audit_entry.body of ${name}`, why)]),
    ...(row.length === null ? [missing("audit_length", realm)] : []),
  ]
  return {
    company: row.company_id,
    id: row.id,
    name: `audit log of ${realm}, ${name}`,
    entry: why === null ? entry : null,
    sequence: row.sequence,
    previous: row.previous,
    breaches,
  }
}
