/**
 * Rows by their key, in a map whose writes can be taken back. Rows are never deleted, so their number is the last one's position.
 */
import type { UndoLog } from "./undo-log.ts"

export class Table<Key, Row extends {}> {
  readonly #rows = new Map<Key, Row>()
  readonly #undoLog: UndoLog

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog
  }

  get size(): number {
    return this.#rows.size
  }

  has(key: Key): boolean {
    return this.#rows.has(key)
  }

  get(key: Key): Row | undefined {
    return this.#rows.get(key)
  }

  /** The row first put last comes first. */
  newestFirst(): Array<Row> {
    return Array.from(this.#rows.values()).reverse()
  }

  put(key: Key, row: Row): void {
    const before = this.#rows.get(key)
    this.#undoLog.record(() => {
      if (before === undefined) this.#rows.delete(key)
      else this.#rows.set(key, before)
    })
    this.#rows.set(key, row)
  }
}
