/** Moves committed pages from the log to the file while the main thread keeps writing. */
import { parentPort, workerData } from "node:worker_threads"
import BetterSqlite from "better-sqlite3"

const database = new BetterSqlite(String(workerData))
database.pragma("synchronous = FULL")
const checkpoint = database.prepare("pragma wal_checkpoint(passive)")

parentPort?.on("message", () => {
  checkpoint.all()
  parentPort?.postMessage(null)
})
