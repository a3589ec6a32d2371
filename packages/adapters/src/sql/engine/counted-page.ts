/**
 * A page of a list whose length is known, found in its index from whichever end of the list is nearer.
 */
import { inCompany } from "@vintem/domain/access"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { Page, PageRequest, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { CompiledQuery } from "kysely"
import type { Executor } from "./executor.ts"
import type { listCount } from "./list-count.ts"
import { type ListReader, readerOf } from "./long-reader.ts"
import { totalWith } from "./page.ts"

/** The position of a page: `skip` entries from an end of the list, then `take` of them. */
export interface Place {
  readonly skip: number
  readonly take: number
}

/** A place on a company's list. */
export interface Stretch extends Place {
  readonly company: number
}

/** How a list is read. */
export interface ListEnds<Row, Where> {
  /** From the newest entry on. */
  readonly newest: (where: Where) => CompiledQuery<Row>
  /** From the oldest entry on. */
  readonly oldest: (where: Where) => CompiledQuery<Row>
}

/** How a counted list is read. */
export interface CountedQueries<Row> extends ListEnds<Row, Stretch> {
  readonly count: ReturnType<typeof listCount>
}

/** Reads one page of a company's list, newest first, and the total that is kept of it. */
export const countedPage = <Row, A>(
  executor: Executor["Service"],
  operation: string,
  { count, newest, oldest }: CountedQueries<Row>,
  fromRow: (operation: string, row: Row) => Effect.Effect<A, StorageUnavailable>,
) =>
  Effect.fnUntraced(function* (
    company: CompanyId,
    request: PageRequest,
  ): Effect.fn.Return<Page<A>, StorageUnavailable> {
    const ends = {
      newest: (place: Place) => newest({ company, ...place }),
      oldest: (place: Place) => oldest({ company, ...place }),
    }
    return yield* pageFromNearerEnd(
      (entries) => readerOf(executor, inCompany(company), entries),
      operation,
      { ...ends, total: yield* count.total(operation, company) },
      request,
      fromRow,
    )
  })

/**
 * Reads one page, newest first, of a list of `total` entries.
 *
 * @param reader - gets how many entries are gone through from the nearer end
 */
export const pageFromNearerEnd = Effect.fnUntraced(function* <Row, A>(
  reader: (entries: number) => ListReader,
  operation: string,
  { newest, oldest, total }: ListEnds<Row, Place> & { readonly total: number },
  { page, size }: PageRequest,
  fromRow: (operation: string, row: Row) => Effect.Effect<A, StorageUnavailable>,
): Effect.fn.Return<Page<A>, StorageUnavailable> {
  const skip = (page - 1) * size
  if (skip >= total) return { entries: [], total }
  const take = Math.min(size, total - skip)
  const behind = total - skip - take
  const { read } = reader(Math.min(skip, behind) + take)
  const rows =
    skip <= behind
      ? yield* read(operation, newest({ skip, take: size }))
      : (yield* read(operation, oldest({ skip: behind, take }))).toReversed()
  const entries = yield* Effect.forEach(rows, (row) => fromRow(operation, row))
  return { entries, total: totalWith(total, skip, rows) }
})
