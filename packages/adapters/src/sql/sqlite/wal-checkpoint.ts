/**
 * Moves commits from the log next to an SQLite file (WAL) into the file.
 */
import type BetterSqlite from "better-sqlite3"

/**
 * A log of this many pages, 16 MB, is moved into the file, each page once: four times SQLite's default, because a busy
 * queue writes the same pages again and again. A log of that length is read again within a moment of a start.
 */
export const longLog = 4_000

/** How far the file is. Pages, of 4 kB. */
interface Log {
  /** Whether another connection prevented it from finishing. */
  readonly isBusy: boolean
  /** Frames in the log, also those that were moved. The log begins again with the first commit after all were moved. */
  readonly pages: number
  readonly moved: number
}

/** @see https://sqlite.org/pragma.html#pragma_wal_checkpoint */
type Mode =
  /** Moves nothing. */
  | "NOOP"
  /**
   * Moves all that is committed when it begins and that no other connection reads. It waits for no other connection, and none waits for it.
   */
  | "PASSIVE"
  /** Moves all, which writers wait for, and empties the log. */
  | "TRUNCATE"

/** Blocks while it writes. */
export const checkpoint = (database: BetterSqlite.Database, mode: Mode): Log => {
  const [row]: ReadonlyArray<unknown> = toArray(database.pragma(`wal_checkpoint(${mode})`))
  return isCheckpointRow(row)
    ? { isBusy: row.busy !== 0, pages: row.log, moved: row.checkpointed }
    : { isBusy: false, pages: 0, moved: 0 }
}

/** Pages that the file does not have yet. */
export const unmoved = ({ moved, pages }: Pick<Log, "moved" | "pages">): number => Math.max(0, pages - moved)

const toArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const isCheckpointRow = (
  value: unknown,
): value is { readonly busy: number; readonly log: number; readonly checkpointed: number } =>
  typeof value === "object" &&
  value !== null &&
  "busy" in value &&
  typeof value.busy === "number" &&
  "log" in value &&
  typeof value.log === "number" &&
  "checkpointed" in value &&
  typeof value.checkpointed === "number"
