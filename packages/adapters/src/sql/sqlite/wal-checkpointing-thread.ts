/**
 * The code of the thread that checkpoints an SQLite file: that waits for the disk, and the event loop of the service must not.
 *
 * It checkpoints once for each message, and answers whether the file has everything that was committed when it began. What fails ends the
 * thread.
 */
import { parentPort, workerData } from "node:worker_threads"
import BetterSqlite from "better-sqlite3"
import { checkpoint, unmoved } from "./wal-checkpoint.ts"

if (parentPort === null || typeof workerData !== "string")
  throw new Error("A thread is started with the name of the file.")
const port = parentPort
const database = new BetterSqlite(workerData, { fileMustExist: true })
database.pragma("fullfsync = ON") // as in database.ts
database.pragma("checkpoint_fullfsync = ON")

port.on("message", () => port.postMessage(unmoved(checkpoint(database, "PASSIVE")) === 0))
