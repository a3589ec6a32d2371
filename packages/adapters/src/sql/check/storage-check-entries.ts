/**
 * Reads the stored trail for the storage check, by key and in pieces: part of storage-check.ts.
 */
import { realmName } from "@vintem/domain/access"
import type { BesideOrders, CheckedEntry, CheckWalk, StorageBreach, StorageUnavailable } from "@vintem/domain/ports"
import { actorName, TrailEntry } from "@vintem/domain/trail"
import { Effect, Option, Stream } from "effect"
import { realmOf } from "../engine/company-or-platform.ts"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { storedEntry, type TrailEntryRow, trailEntryColumns } from "../trail/trail-entry-row.ts"
import { alongKey, lastIdOf, type PieceStart, startOf } from "./along-key.ts"
import { checkerOf, columnsDiffer, missing, unreadable } from "./check-findings.ts"

const operation = "storageCheck.trailEntries"

export const trailCheck = (executor: Executor["Service"]) => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "trail_entry")

  /** One statement with the rows around each: all of one moment. */
  const selectEntries = preparedQuery<PieceStart, FoundRow>((value) =>
    build
      .selectFrom("trail_entry")
      .select((e) => [
        "trail_entry.id",
        "trail_entry.actor",
        ...trailEntryColumns.map((column) => `trail_entry.${column}` as const),
        e
          .selectFrom("trail_entry as earlier")
          .select((f) => f.fn.max("earlier.sequence").as("sequence"))
          .whereRef("earlier.company_id", "=", "trail_entry.company_id")
          .whereRef("earlier.sequence", "<", "trail_entry.sequence")
          .as("previous"),
        e
          .selectFrom("trail_length")
          .select("trail_length.length")
          .whereRef("trail_length.company_id", "=", "trail_entry.company_id")
          .as("length"),
      ])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit")),
  )

  /** Logs that were longer once: their last entries are gone. */
  const selectShortened = preparedQuery<{ after: number; limit: number }, ShortenedRow>((value) =>
    build
      .selectFrom("trail_length")
      .select((e) => [
        "trail_length.company_id",
        "trail_length.length",
        e
          .selectFrom("trail_entry")
          .select((f) => f.fn.max("trail_entry.sequence").as("sequence"))
          .whereRef("trail_entry.company_id", "=", "trail_length.company_id")
          .as("last"),
      ])
      .where("trail_length.company_id", ">", value("after"))
      .orderBy("trail_length.company_id")
      .limit(value("limit")),
  )

  const walk: CheckWalk<CheckedEntry> = {
    lastId: lastIdOf(executor, operation, "trail_entry"),
    scan: (piece) => Effect.map(read(operation, selectEntries(startOf(piece))), (rows) => rows.map(checked)),
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
  columnsDiffer("trail_length", nameOf(company_id), { length }, { length: last ?? 0 }).map((breach) => ({
    number: `audit log of ${nameOf(company_id)}`,
    breach,
  }))

interface FoundRow extends TrailEntryRow {
  readonly id: number
  readonly actor: string
  readonly previous: number | null
  readonly length: number | null
}

const nameOf = (company: number): string => realmName(realmOf(company))

const checkStored = checkerOf(TrailEntry)

const checked = (row: FoundRow): CheckedEntry => {
  const { value: entry, why } = checkStored(JSON.stringify(storedEntry(row)))
  const [realm, name] = [nameOf(row.company_id), `entry ${row.sequence}`]
  const derived = entry === null ? {} : { actor: actorName(entry.actor) }
  const breaches: ReadonlyArray<StorageBreach> = [
    ...(why === null
      ? columnsDiffer("trail_entry", name, row, derived)
      : [unreadable(`trail_entry.body of ${name}`, why)]),
    ...(row.length === null ? [missing("trail_length", realm)] : []),
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
