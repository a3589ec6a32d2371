/**
 * Rows by their key, in a map whose writes can be undone.
 *
 * A removed row leaves its place behind: the size counts all rows ever put, so that it can number rows and no number is
 * used twice. A forgotten row leaves nothing.
 */
import type { UndoLog } from "./undo-log.ts"

export class Table<Key, Row extends {}> {
  readonly #rows = new Map<Key, Row | undefined>()
  readonly #undoLog: UndoLog

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog
  }

  /** How many keys there ever were, including removed rows. */
  get size(): number {
    return this.#rows.size
  }

  has(key: Key): boolean {
    return this.#rows.get(key) !== undefined
  }

  get(key: Key): Row | undefined {
    return this.#rows.get(key)
  }

  /** The row first put last comes first. */
  newestFirst(): Array<Row> {
    return Array.from(this.#rows.values())
      .filter((row) => row !== undefined)
      .reverse()
  }

  /** The row first put comes first. */
  entries(): Array<[Key, Row]> {
    return Array.from(this.#rows).flatMap(([key, row]): Array<[Key, Row]> => (row === undefined ? [] : [[key, row]]))
  }

  put(key: Key, row: Row): void {
    this.#set(key, row)
  }

  remove(key: Key): void {
    if (this.has(key)) this.#set(key, undefined)
  }

  /** Removes a row with its place, so that nothing is left of it: for tables that number no rows and keep no order. */
  forget(key: Key): void {
    const before = this.#rows.get(key)
    if (before === undefined) return
    this.#undoLog.record(() => this.#rows.set(key, before))
    this.#rows.delete(key)
  }

  #set(key: Key, row: Row | undefined): void {
    const isNew = !this.#rows.has(key)
    const before = this.#rows.get(key)
    this.#undoLog.record(() => {
      if (isNew) this.#rows.delete(key)
      else this.#rows.set(key, before)
    })
    this.#rows.set(key, row)
  }
}
