/**
 * A list of any length, read page by page.
 */
import { type Page, PageNumber, type PageRequest } from "@vintem/domain/ports"
import { Effect, Option, Stream } from "effect"

/** A page with fewer than `size` entries is the last. */
export const everyPage = <A, E, R>(
  size: number,
  read: (page: PageRequest) => Effect.Effect<Page<A>, E, R>,
): Stream.Stream<A, E, R> =>
  Stream.paginate(1, (page) =>
    Effect.map(
      read({ page: PageNumber.make(page), size }),
      ({ entries }) => [entries, entries.length === size ? Option.some(page + 1) : Option.none<number>()] as const,
    ),
  )
