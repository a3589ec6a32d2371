/**
 * The simulated acquirer's own books.
 *
 * They stand apart from the service's tables, as those of a real acquirer would: what the service loses in a crash, the
 * acquirer still knows, and can be asked for.
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

/** A place between the charges of the list: behind all that were made before it, and at the same millisecond under a lesser key. */
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
     * Writes a first entry under its key, and with it the card it was charged to, both or neither. If there is an entry
     * already it stays, and no card is written.
     *
     * @returns the entry that the books then have: `entry` itself, by reference, if it was written
     */
    readonly add: (entry: BookEntry, card?: SimulatedCard) => Effect.Effect<BookEntry, StorageUnavailable>
    /** Writes an entry over the version just before it; false, and nothing written, if the books hold any other. */
    readonly update: (entry: BookEntry) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Charges after a place of the list, earliest first; those of the same millisecond by their keys. Charges without a recorded time are
     * left out.
     */
    readonly list: (after: ListPlace, limit: number) => Effect.Effect<ReadonlyArray<TimedCharge>, StorageUnavailable>
    /** Stores a card under its token. A stored card stays as it is. */
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

/** A charge whose time is known: what the list holds. */
export type TimedCharge = SimulatedCharge & { readonly madeAt: Instant }

/** Whether an entry can be in the list. */
export const isTimed = (entry: BookEntry): entry is TimedCharge => entry._tag === "Charge" && entry.madeAt !== null

const isBehind = (after: ListPlace, { madeAt, key }: TimedCharge): boolean =>
  madeAt > after.madeAt || (madeAt === after.madeAt && key > after.key)

const byTime = (one: TimedCharge, other: TimedCharge): number =>
  one.madeAt - other.madeAt || (one.key < other.key ? -1 : 1)

/**
 * Changes an entry. Decides again on the stored entry if another writer changed it in between.
 *
 * @param entry - as read; if it is out of date, it is read again
 * @param decide - the same entry, by reference, if there is nothing to change; counting up the version is not its work
 * @returns what the books hold afterwards
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
