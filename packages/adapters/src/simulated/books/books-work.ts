/**
 * Requests to the stored books, as data: a batch of them goes to a thread or a database in one piece, and is written in
 * one commit.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import type * as Effect from "effect/Effect"

/** An entry as its row: `body` is JSON with everything else. */
export interface EntryRow {
  readonly key: string
  /** Counts from 1. */
  readonly version: number
  readonly body: string
  /** Epoch milliseconds; null for an entry that is not in the list. */
  readonly madeAt: number | null
}

/** A card as its row: `body` is its JSON. */
export interface CardRow {
  readonly token: string
  readonly body: string
}

export type BooksWork =
  /** The entry of a key. */
  | { readonly _tag: "Find"; readonly key: string }
  /** Writes an entry and its card, or neither if the key has an entry: then returns that entry. */
  | { readonly _tag: "Add"; readonly entry: EntryRow; readonly card: CardRow | null }
  /** Replaces the entry's previous version, or writes nothing. */
  | { readonly _tag: "Update"; readonly entry: EntryRow }
  /** Entries that were made after a moment, or at it under a greater key. */
  | { readonly _tag: "List"; readonly madeAt: number; readonly key: string; readonly limit: number }
  /** Writes a card, unless its token has one. */
  | { readonly _tag: "AddCard"; readonly card: CardRow }
  /** The card of a token. */
  | { readonly _tag: "FindCard"; readonly token: string }
  /** Entries under greater keys, in the order of the keys. */
  | { readonly _tag: "EntriesAfter"; readonly key: string; readonly limit: number }
  /** Cards of greater tokens, in the order of the tokens. */
  | { readonly _tag: "CardsAfter"; readonly token: string; readonly limit: number }

export interface BooksAnswer {
  /** True if a row was written. */
  readonly isWritten: boolean
  /** The bodies of the requested rows. */
  readonly bodies: ReadonlyArray<string>
}

export const nothingFound: BooksAnswer = { isWritten: false, bodies: [] }

const writing: ReadonlySet<BooksWork["_tag"]> = new Set(["Add", "Update", "AddCard"])

/** True if a batch only reads: it needs no lock, and finds nothing in books that were never created. */
export const isReading = (batch: ReadonlyArray<BooksWork>): boolean => !batch.some(({ _tag }) => writing.has(_tag))

/** Does a batch, all of it or nothing. Each piece of work has one answer, at its position. */
export type DoWork = (
  batch: readonly [BooksWork, ...ReadonlyArray<BooksWork>],
) => Effect.Effect<ReadonlyArray<BooksAnswer>, StorageUnavailable>
