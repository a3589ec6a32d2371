/**
 * The simulated acquirer's books if they outlive the process. Calls during the write of a batch form the next batch.
 */
import type { AttemptKey } from "@vintem/domain/identifiers"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { gathered } from "../../sql/engine/gathered.ts"
import { readerOfJson } from "../../sql/engine/stored-value.ts"
import { type BooksWork, type CardRow, type DoWork, type EntryRow, nothingFound } from "./books-work.ts"
import { isTimed, type SimulatedBooks } from "./simulated-books.ts"
import { SimulatedCard } from "./simulated-cards.ts"
import { BookEntry } from "./simulated-charge.ts"

export const storedBooks = (doWork: DoWork): SimulatedBooks["Service"] => {
  const answerTo = gathered(
    (_: BooksWork) => "",
    (batch) => Effect.map(doWork(batch), (answers) => (place) => answers[place] ?? nothingFound),
  )

  const find = Effect.fnUntraced(function* (key: AttemptKey) {
    const { bodies } = yield* answerTo({ _tag: "Find", key })
    return yield* firstOf(bodies, (body) => readEntry("simulatedBooks.find", `Charge ${key}`, body))
  })

  const entriesOf = Effect.fnUntraced(function* (operation: string, work: BooksWork) {
    const { bodies } = yield* answerTo(work)
    return yield* Effect.forEach(bodies, (body) => readEntry(operation, "A charge", body))
  })

  const addCard = (card: SimulatedCard) => Effect.asVoid(answerTo({ _tag: "AddCard", card: cardRow(card) }))

  return {
    find,
    add: Effect.fnUntraced(function* (entry: BookEntry, card?: SimulatedCard) {
      const work = { _tag: "Add", entry: entryRow(entry), card: card === undefined ? null : cardRow(card) } as const
      const { bodies, isWritten } = yield* answerTo(work)
      if (isWritten) return entry
      const [body] = bodies
      if (body !== undefined) return yield* readEntry("simulatedBooks.add", `Charge ${entry.key}`, body)
      // Another process wrote it meanwhile, so the statement did not see it.
      const found = yield* find(entry.key)
      return Option.isSome(found) ? found.value : yield* Effect.die(new Error("A key that was taken is not there."))
    }),
    update: (entry) => Effect.map(answerTo({ _tag: "Update", entry: entryRow(entry) }), ({ isWritten }) => isWritten),
    list: ({ madeAt, key }, limit) =>
      Effect.map(entriesOf("simulatedBooks.list", { _tag: "List", madeAt, key, limit }), (entries) =>
        entries.filter(isTimed),
      ),
    addCard,
    findCard: Effect.fnUntraced(function* (token: string) {
      const { bodies } = yield* answerTo({ _tag: "FindCard", token })
      return yield* firstOf(bodies, (body) => readCard("simulatedBooks.findCard", "A card", body))
    }),
    entriesAfter: (key, limit) => entriesOf("simulatedBooks.entriesAfter", { _tag: "EntriesAfter", key, limit }),
    cardsAfter: Effect.fnUntraced(function* (token: string, limit: number) {
      const { bodies } = yield* answerTo({ _tag: "CardsAfter", token, limit })
      return yield* Effect.forEach(bodies, (body) => readCard("simulatedBooks.cardsAfter", "A card", body))
    }),
  }
}

const firstOf = <A, E>([body]: ReadonlyArray<string>, read: (body: string) => Effect.Effect<A, E>) =>
  body === undefined ? Effect.succeed(Option.none<A>()) : Effect.asSome(read(body))

/** An entry without a time is in no list. */
const entryRow = (entry: BookEntry): EntryRow => ({
  key: entry.key,
  version: entry.version,
  body: JSON.stringify(entry),
  madeAt: entry._tag === "Charge" ? entry.madeAt : null,
})

const cardRow = (card: SimulatedCard): CardRow => ({ token: card.token, body: JSON.stringify(card) })

const readEntry = readerOfJson(BookEntry)
const readCard = readerOfJson(SimulatedCard)
