/**
 * The code of the thread that checkpoints an SQLite file: that waits for the disk, and the event loop of the service must not.
 *
 * It checkpoints once for each message, and answers whether that is done. What fails ends the thread.
 */
import { parentPort, workerData } from "node:worker_threads"
import BetterSqlite from "better-sqlite3"
import { emptyErased } from "./emptied-log.ts"
import { checkpoint, unmoved } from "./wal-checkpoint.ts"

/**
 * - `move`: moves what can be moved. Done is that if the file has everything that was committed when it began
 * - `empty`: empties the log, if an erasure asks for it. Done is that if none asks for it any more
 */
export type Checkpoint = "move" | "empty"

if (parentPort === null || typeof workerData !== "string")
  throw new Error("A thread is started with the name of the file.")
const port = parentPort
// While it waited for a reader nobody could write.
const database = new BetterSqlite(workerData, { fileMustExist: true, timeout: 0 })
database.pragma("fullfsync = ON") // as in database.ts
database.pragma("checkpoint_fullfsync = ON")
database.pragma("synchronous = FULL")

const answerTo = (asked: Checkpoint): boolean =>
  asked === "empty" ? emptyErased(database) : unmoved(checkpoint(database, "PASSIVE")) === 0

port.on("message", (asked: Checkpoint) => port.postMessage(answerTo(asked)))
