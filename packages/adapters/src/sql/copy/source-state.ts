/**
 * Reads, before and after a copy, which database the source is, whether a process uses it, and a state that shows
 * changes.
 */
import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import { sql } from "kysely"
import { migrations } from "../schema/migrations.ts"
import { secretKeyCheck } from "../secret-key-check.ts"
import { copiedTables } from "./copied-tables.ts"
import type { Marks } from "./copy-record.ts"
import type { OpenSide } from "./copy-side.ts"
import { rowCount } from "./table-rows.ts"

/** Tables by name; none in a database without migrations. */
export const tablesOf = ({ dialect, read }: OpenSide) =>
  Effect.map(read("copy.tables", dialect.tableNames), (rows) => new Set(rows.map(({ name }) => name)))

/** The steps that a database lacks, by name. */
export const pendingOf = Effect.fnUntraced(function* (side: OpenSide) {
  const isFresh = !(yield* tablesOf(side)).has("kysely_migration")
  const applied = new Set(isFresh ? [] : (yield* appliedTo(side)).map(({ name }) => name))
  return Object.keys(migrations(side.dialect)).filter((name) => !applied.has(name))
})

const appliedTo = ({ read }: OpenSide) =>
  read(
    "copy.migrations",
    sql<{ name: string; timestamp: string }>`select name, timestamp from kysely_migration order by name`,
  )

/**
 * Identifies a database and reveals nothing of it: a hash of the time when its tables were made and of its first check
 * value of the secret key.
 */
export const identityOf = Effect.fnUntraced(function* (side: OpenSide) {
  const applied = yield* appliedTo(side)
  const checks = yield* side.read(
    "copy.identity",
    sql<{ value: string }>`select value from setting where name = ${secretKeyCheck}`,
  )
  return createHash("sha256")
    .update(JSON.stringify([applied.map(({ name, timestamp }) => [name, timestamp]), checks.map(({ value }) => value)]))
    .digest("hex")
})

/** How many jobs are running. If a worker was killed, its leases expire. */
export const jobsUnderWay = Effect.fnUntraced(function* ({ read }: OpenSide) {
  const now = yield* Clock.currentTimeMillis
  const [counted] = yield* read(
    "copy.jobs",
    sql<{ jobs: number }>`select count(*) as jobs from job where lease is not null and ready_at > ${now}`,
  )
  return counted?.jobs ?? 0
})

/** The marks that show which copied tables were written to between two readings. They cost a count of the rows. */
export const marksOf = Effect.fnUntraced(function* (side: OpenSide) {
  const { dialect, read } = side
  const marks: Record<string, Marks[string]> = {}
  for (const table of copiedTables) {
    const [counted] = yield* read(`copy.count.${table.name}`, rowCount(side, table))
    const [given] = table.isNumbered ? yield* read(`copy.count.${table.name}`, dialect.lastNumber(table.name)) : []
    marks[table.name] = { rows: counted?.rows ?? 0, lastNumber: given?.last ?? null }
  }
  return marks satisfies Marks
})

/** The tables that were written to between two readings. */
export const changedBetween = (before: Marks, after: Marks): ReadonlyArray<string> =>
  copiedTables.map(({ name }) => name).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
