/**
 * Knows whether anything was written to a table of an SQLite database since the last check.
 */
import type BetterSqlite from "better-sqlite3"
import { type CompiledQuery, TableNode } from "kysely"
import type { Tables } from "../engine/tables.ts"

/** The table that is written to; null if unknown: it may be any table. */
export type WrittenTable = string | null

export interface Epochs {
  /** To be called when this connection writes. */
  readonly wrote: (table: WrittenTable) => void
  /** To be called when this connection rolls its writes back. */
  readonly undone: () => void
  /**
   * Checks whether another writer has committed: another connection of this process, or another process. To be called
   * when that is possible: outside a transaction, and when one has begun. Takes two locks of the file, some 10 µs.
   */
  readonly look: () => void
  /**
   * Checks at most once in each tick of the event loop: no request can arrive before the tick ends, and the present
   * ones were sent before it. To be called outside a transaction.
   */
  readonly lookOnce: () => void
  /**
   * A number that changes when any of the tables may have changed, as of the last check. It never returns to an earlier
   * value.
   */
  readonly of: (tables: ReadonlyArray<keyof Tables>) => number
}

/** @see https://sqlite.org/pragma.html#pragma_data_version */
export const epochsOf = (database: BetterSqlite.Database): Epochs => {
  // Commits of other connections change it, those of this connection do not.
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
    // None of these ever decreases: their sum stays the same only if all of them do.
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
