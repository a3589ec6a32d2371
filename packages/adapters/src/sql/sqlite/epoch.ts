/**
 * Tells whether anything was written to a table of an SQLite database since it was asked the last time.
 */
import type BetterSqlite from "better-sqlite3"
import { type CompiledQuery, TableNode } from "kysely"
import type { Tables } from "../engine/tables.ts"

/** The table that is written to; null if it is not known: it may be any. */
export type WrittenTable = string | null

export interface Epochs {
  /** To be called when this connection writes. */
  readonly wrote: (table: WrittenTable) => void
  /** To be called when it takes back what it has written. */
  readonly undone: () => void
  /**
   * Looks whether another writer has committed: another connection of this process, or another process. To be called if that can have been:
   * outside a transaction, and when one has begun. Takes two locks of the file, some 10 µs.
   */
  readonly look: () => void
  /**
   * Looks at most once in each turn of the event loop: until the turn ends no request can arrive, and those at hand were sent before. To be
   * called outside a transaction.
   */
  readonly lookOnce: () => void
  /** A number that is another one as soon as any of the tables may have changed, as far as was looked. It never comes back. */
  readonly of: (tables: ReadonlyArray<keyof Tables>) => number
}

/** @see https://sqlite.org/pragma.html#pragma_data_version */
export const epochsOf = (database: BetterSqlite.Database): Epochs => {
  // What others commit changes it, what this connection commits does not.
  const dataVersion = database.prepare<[], number>("pragma data_version").pluck()
  const ofTable = new Map<string, number>()
  let ofAll = 0
  let seen = dataVersion.get()
  let isFresh = false
  const age = (): void => {
    isFresh = false
  }
  const look = (): void => {
    const version = dataVersion.get()
    if (version !== seen) ofAll += 1
    seen = version
  }
  return {
    wrote: (table) => {
      if (table === null) ofAll += 1
      else ofTable.set(table, (ofTable.get(table) ?? 0) + 1)
    },
    undone: () => {
      ofAll += 1
    },
    look,
    lookOnce: () => {
      if (isFresh) return
      isFresh = true
      queueMicrotask(age)
      look()
    },
    // None of these ever falls: their sum stays only if all of them do.
    of: (tables) => tables.reduce((sum, table) => sum + (ofTable.get(table) ?? 0), ofAll),
  }
}

/** The table that a statement writes to. */
export const tableWrittenBy = ({ query }: Pick<CompiledQuery, "query">): WrittenTable => {
  switch (query.kind) {
    case "InsertQueryNode":
      return query.into?.table.identifier.name ?? null
    case "UpdateQueryNode":
      return query.table !== undefined && TableNode.is(query.table) ? query.table.table.identifier.name : null
    default:
      return null
  }
}
