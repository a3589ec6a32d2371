/**
 * A page of a table whose rows are listed by their number, newest first.
 */
import type { Realm } from "@vintem/domain/access"
import type { Page, PageRequest, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { CompiledQuery } from "kysely"
import type { Executor } from "./executor.ts"
import { fewEntries, type ListReader, readerOf } from "./long-reader.ts"

/** What a list is read with: how many there are, and the rows of one page. */
export interface ListQueries<Row> {
  readonly count: CompiledQuery<{ total: number }>
  readonly rows: (window: { readonly limit: number; readonly offset: number }) => CompiledQuery<Row>
}

/**
 * Reads one page of a list whose length nobody keeps, and counts it.
 *
 * @param caller - whose list it is
 */
export const readUncountedPage = Effect.fnUntraced(function* <Row, A>(
  executor: Executor["Service"],
  caller: Realm,
  operation: string,
  queries: ListQueries<Row>,
  request: PageRequest,
  fromRow: (row: Row) => Effect.Effect<A, StorageUnavailable>,
): Effect.fn.Return<Page<A>, StorageUnavailable> {
  const more = yield* executor.read(operation, queries.rows({ limit: 1, offset: fewEntries }))
  return yield* readPage(readerOf(executor, caller, fewEntries + more.length), operation, queries, request, fromRow)
})

/** Reads one page of a list, and counts it. */
export const readPage = Effect.fnUntraced(function* <Row, A>(
  { read }: ListReader,
  operation: string,
  queries: ListQueries<Row>,
  { page, size }: PageRequest,
  fromRow: (row: Row) => Effect.Effect<A, StorageUnavailable>,
): Effect.fn.Return<Page<A>, StorageUnavailable> {
  const counted = yield* read(operation, queries.count)
  const total = Number(counted[0]?.total ?? 0)
  const offset = (page - 1) * size
  if (offset >= total) return { entries: [], total }
  const rows = yield* read(operation, queries.rows({ limit: size, offset }))
  return { entries: yield* Effect.forEach(rows, fromRow), total: totalWith(total, offset, rows) }
})

/** The total of a list that was counted before its rows were read: what others added in between is shown, so it is counted, too. */
export const totalWith = (counted: number, offset: number, rows: ReadonlyArray<unknown>): number =>
  Math.max(counted, offset + rows.length)
