/**
 * The simulated acquirer's own books.
 *
 * They are separate from the service's tables, like a real acquirer's: if the service loses something in a crash, it
 * can still ask the acquirer for it.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import type { StorageUnavailable } from "@vintem/domain/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Result from "effect/Result"
import type { SimulatedCard } from "./simulated-cards.ts"
import type { BookEntry, SimulatedCharge } from "./simulated-charge.ts"

/**
 * A position in the list of charges: after all that were made before it, and those of its millisecond under a lesser
 * key.
 */
export interface ListPlace {
  readonly madeAt: Instant
  /** Empty before every key. */
  readonly key: string
}

export class SimulatedBooks extends Context.Service<
  SimulatedBooks,
  {
    /** The entry of a key; none if there is none. */
    readonly find: (key: AttemptKey) => Effect.Effect<Option.Option<BookEntry>, StorageUnavailable>
    /**
     * Writes a first entry under its key together with its card, both or neither. An existing entry stays, and then no
     * card is written.
     *
     * @returns the entry in the books afterwards: `entry` itself, by reference, if it was written
     */
    readonly add: (entry: BookEntry, card?: SimulatedCard) => Effect.Effect<BookEntry, StorageUnavailable>
    /**
     * Replaces the immediately preceding version of an entry; false, and nothing written, if the books hold any other.
     */
    readonly update: (entry: BookEntry) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Charges after a position of the list, earliest first, those of one millisecond by key. Charges without a recorded
     * time are left out.
     */
    readonly list: (after: ListPlace, limit: number) => Effect.Effect<ReadonlyArray<TimedCharge>, StorageUnavailable>
    /** Stores a card under its token. A stored card is never replaced. */
    readonly addCard: (card: SimulatedCard) => Effect.Effect<void, StorageUnavailable>
    /** The card of a token; none if it is unknown. */
    readonly findCard: (token: string) => Effect.Effect<Option.Option<SimulatedCard>, StorageUnavailable>
    /** Entries under greater keys, in the order of the keys. Every key is greater than the empty one. */
    readonly entriesAfter: (key: string, limit: number) => Effect.Effect<ReadonlyArray<BookEntry>, StorageUnavailable>
    /** Cards of greater tokens, in the order of the tokens. Every token is greater than the empty one. */
    readonly cardsAfter: (
      token: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<SimulatedCard>, StorageUnavailable>
  }
>()("@vintem/adapters/simulated/SimulatedBooks") {
  /** Forgets everything with the process. */
  static readonly layerMemory = Layer.sync(SimulatedBooks, () => {
    const entries = new Map<AttemptKey, BookEntry>()
    const cards = new Map<string, SimulatedCard>()
    return SimulatedBooks.of({
      find: (key) => Effect.sync(() => Option.fromUndefinedOr(entries.get(key))),
      add: (entry, card) =>
        Effect.sync(() => {
          const found = entries.get(entry.key)
          if (found !== undefined) return found
          if (card !== undefined && !cards.has(card.token)) cards.set(card.token, card)
          entries.set(entry.key, entry)
          return entry
        }),
      update: (entry) =>
        Effect.sync(() => {
          if (entries.get(entry.key)?.version !== entry.version - 1) return false
          entries.set(entry.key, entry)
          return true
        }),
      list: (after, limit) =>
        Effect.sync(() =>
          [...entries.values()]
            .filter(isTimed)
            .filter((charge) => isBehind(after, charge))
            .sort(byTime)
            .slice(0, limit),
        ),
      addCard: (card) =>
        Effect.sync(() => {
          if (!cards.has(card.token)) cards.set(card.token, card)
        }),
      findCard: (token) => Effect.sync(() => Option.fromUndefinedOr(cards.get(token))),
      entriesAfter: (key, limit) => Effect.sync(() => pageAfter(entries, key, limit)),
      cardsAfter: (token, limit) => Effect.sync(() => pageAfter(cards, token, limit)),
    })
  })
}

const pageAfter = <K extends string, A>(all: ReadonlyMap<K, A>, after: string, limit: number): ReadonlyArray<A> =>
  [...all]
    .filter(([key]) => key > after)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, limit)
    .map(([, value]) => value)

/** A charge with a known time: the list's content. */
export type TimedCharge = SimulatedCharge & { readonly madeAt: Instant }

/** True if an entry can be in the list. */
export const isTimed = (entry: BookEntry): entry is TimedCharge => entry._tag === "Charge" && entry.madeAt !== null

const isBehind = (after: ListPlace, { madeAt, key }: TimedCharge): boolean =>
  madeAt > after.madeAt || (madeAt === after.madeAt && key > after.key)

const byTime = (one: TimedCharge, other: TimedCharge): number =>
  one.madeAt - other.madeAt || (one.key < other.key ? -1 : 1)

/**
 * Changes an entry. Decides again on the stored entry if another writer changed it in between.
 *
 * @param entry - as read; if it is out of date, it is read again
 * @param decide - returns the entry itself, by reference, if nothing changes; does not increase the version
 * @returns the entry in the books afterwards
 */
export const revise = Effect.fnUntraced(function* <E>(
  books: SimulatedBooks["Service"],
  entry: BookEntry,
  decide: (current: BookEntry) => Result.Result<BookEntry, E>,
) {
  let current = entry
  while (true) {
    const next = yield* Effect.fromResult(decide(current))
    if (next === current) return current
    const revised = { ...next, version: current.version + 1 }
    if (yield* books.update(revised)) return revised
    current = yield* books.add(current)
  }
})
