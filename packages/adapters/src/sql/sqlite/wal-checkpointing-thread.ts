/**
 * The code of the thread that checkpoints an SQLite file: a checkpoint waits for the disk, and the event loop of the
 * service must not.
 *
 * It checkpoints once for each message, and answers whether that is done. A failure ends the thread.
 */
import BetterSqlite from "better-sqlite3"
import { answering } from "../../node/answering-thread.ts"
import { emptyErased } from "./emptied-log.ts"
import { checkpoint, unmoved } from "./wal-checkpoint.ts"

/**
 * - `move`: moves what can be moved. Done means that the file has everything that was committed when it began
 * - `empty`: empties the log, if an erasure asks for it. Done means that no erasure asks for it any more
 */
export type Checkpoint = "move" | "empty"

answering((file) => {
  // If it waited for a reader, no connection could write meanwhile.
  const database = new BetterSqlite(file, { fileMustExist: true, timeout: 0 })
  database.pragma("fullfsync = ON") // as in database.ts
  database.pragma("checkpoint_fullfsync = ON")
  database.pragma("synchronous = FULL")
  return (asked: Checkpoint): boolean =>
    asked === "empty" ? emptyErased(database) : unmoved(checkpoint(database, "PASSIVE")) === 0
})
