/**
 * A page of a list whose length is kept, found in its index from whichever end of the list is nearer.
 */
import type { CompanyId, Page, PageRequest, StorageUnavailable } from "@vintem/domain"
import { Effect } from "effect"
import type { CompiledQuery } from "kysely"
import type { Executor } from "./executor.ts"
import type { listCount } from "./list-count.ts"

/** Where a page lies: `skip` entries from an end of the list, then `take` of them. */
export interface Stretch {
  readonly company: number
  readonly skip: number
  readonly take: number
}

/** What a counted list is read with. */
export interface CountedQueries<Row> {
  readonly count: ReturnType<typeof listCount>
  /** From the newest entry on. */
  readonly newest: (stretch: Stretch) => CompiledQuery<Row>
  /** From the oldest entry on. */
  readonly oldest: (stretch: Stretch) => CompiledQuery<Row>
}

/** Reads one page, newest first, and the total. */
export const countedPage = <Row, A>(
  { read }: Executor["Service"],
  operation: string,
  { count, newest, oldest }: CountedQueries<Row>,
  fromRow: (operation: string, row: Row) => Effect.Effect<A, StorageUnavailable>,
) =>
  Effect.fnUntraced(function* (
    company: CompanyId,
    { page, size }: PageRequest,
  ): Effect.fn.Return<Page<A>, StorageUnavailable> {
    const total = yield* count.total(operation, company)
    const skip = (page - 1) * size
    if (skip >= total) return { items: [], total }
    const take = Math.min(size, total - skip)
    const behind = total - skip - take
    const rows =
      skip <= behind
        ? yield* read(operation, newest({ company, skip, take }))
        : (yield* read(operation, oldest({ company, skip: behind, take }))).toReversed()
    return { items: yield* Effect.forEach(rows, (row) => fromRow(operation, row)), total }
  })
