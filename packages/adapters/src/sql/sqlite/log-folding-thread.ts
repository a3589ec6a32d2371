/**
 * The code of the thread that folds the log of an SQLite file: folding waits for the disk, and the event loop of the service must not.
 *
 * It folds once for each message, and answers whether the file has everything that was committed when it began. What fails ends the thread.
 */
import { parentPort, workerData } from "node:worker_threads"
import BetterSqlite from "better-sqlite3"
import { fold, unmoved } from "./fold.ts"

if (parentPort === null || typeof workerData !== "string")
  throw new Error("A thread is started with the name of the file.")
const port = parentPort
const database = new BetterSqlite(workerData, { fileMustExist: true })
database.pragma("fullfsync = ON") // as in database.ts
database.pragma("checkpoint_fullfsync = ON")

port.on("message", () => port.postMessage(unmoved(fold(database, "PASSIVE")) === 0))
