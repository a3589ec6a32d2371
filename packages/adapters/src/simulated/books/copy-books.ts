/**
 * Copies the simulated acquirer's books into others. A repeated run continues an interrupted one, because existing
 * entries stay.
 */
import { AttemptKey } from "@vintem/domain/identifiers"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SimulatedBooks } from "./simulated-books.ts"

/** The target has another charge under a key: it is not a copy of these books. */
class BooksDiffer extends Schema.TaggedError<BooksDiffer>()("BooksDiffer", { key: AttemptKey }) {}

type Books = SimulatedBooks["Service"]

/** Entries in memory at once. */
const pageSize = 500

/** @returns the counts of charges and voided keys, and of cards */
export const copyBooks = Effect.fn("copyBooks")(function* (from: Books, to: Books) {
  const entries = yield* everyPage(
    (after) => from.entriesAfter(after, pageSize),
    ({ key }) => key,
    (entry) =>
      Effect.flatMap(to.add(entry), (kept) =>
        JSON.stringify(kept) === JSON.stringify(entry) ? Effect.void : Effect.fail(new BooksDiffer({ key: entry.key })),
      ),
  )
  const cards = yield* everyPage(
    (after) => from.cardsAfter(after, pageSize),
    ({ token }) => token,
    to.addCard,
  )
  return { entries, cards }
})

/** The entries of a page are written in one batch. */
const everyPage = Effect.fnUntraced(function* <A, E, F>(
  pageAfter: (after: string) => Effect.Effect<ReadonlyArray<A>, E>,
  keyOf: (one: A) => string,
  keep: (one: A) => Effect.Effect<void, F>,
) {
  let count = 0
  for (let after = "", isOver = false; !isOver; ) {
    const page = yield* pageAfter(after)
    yield* Effect.forEach(page, keep, { concurrency: "unbounded", discard: true })
    count += page.length
    const last = page.at(-1)
    isOver = last === undefined || page.length < pageSize
    after = last === undefined ? after : keyOf(last)
  }
  return count
})
