/**
 * One customer's entries on lists of batches, as stored: part of personal-data.ts.
 */
import type { Batch } from "@vintem/domain/batch"
import type { CompanyId } from "@vintem/domain/identifiers"
import { isOfPerson, type KnownPerson } from "@vintem/domain/personal-data"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { batchFromRow, batchRowColumns, itemFromRow } from "../links/batch-row.ts"
import { filledIn } from "./filled-in.ts"
import { valuesInPieces } from "./values-in-pieces.ts"

/** The entries, and their batches, each once. */
export const ownEntries = Effect.fnUntraced(function* (
  { dialect, read }: Executor["Service"],
  operation: string,
  company: CompanyId,
  person: KnownPerson,
) {
  const { build } = dialect
  const rows = new Map<string, EntryRow>()
  for (const { among, values } of filledIn(dialect, "batch_item", company, person)) {
    for (const some of valuesInPieces(values)) {
      yield* Effect.yieldNow
      const found = yield* read(
        operation,
        build
          .selectFrom("batch_item")
          .innerJoin("batch", "batch.token", "batch_item.batch_token")
          .where("batch.company_id", "=", company)
          .select(["batch.id", "batch_item.batch_token", "batch_item.position", "batch_item.entry"])
          .where(among(some))
          .compile(),
      )
      for (const { id: _place, ...row } of inOrder(found)) rows.set(`${row.batch_token}:${row.position}`, row)
    }
  }
  const listed = new Map<string, Batch>()
  for (const some of valuesInPieces([...new Set([...rows.values()].map(({ batch_token }) => batch_token))])) {
    const found = yield* read(
      operation,
      build
        .selectFrom("batch")
        .select(batchRowColumns)
        .where("company_id", "=", company)
        .where("token", "in", some)
        .orderBy("id")
        .compile(),
    )
    for (const row of found) listed.set(row.token, yield* batchFromRow(operation, row))
  }
  const entries = []
  for (const some of valuesInPieces([...rows.values()])) {
    yield* Effect.yieldNow
    for (const row of some) {
      const batch = listed.get(row.batch_token)
      if (batch === undefined) continue
      const item = yield* itemFromRow(operation, batch.details.token, row)
      if (isOfPerson(person, item.entry)) entries.push({ row, batch: batch.details.token, ...item })
    }
  }
  const named = new Set<string>(entries.map(({ batch }) => batch))
  return { entries, batches: [...listed.values()].filter(({ details }) => named.has(details.token)) }
})

const inOrder = <Row extends Pick<EntryRow, "position"> & { readonly id: number }>(rows: ReadonlyArray<Row>) =>
  rows.toSorted((one, other) => one.id - other.id || one.position - other.position)

interface EntryRow {
  readonly batch_token: string
  readonly position: number
  readonly entry: string
}
