/**
 * The code of the thread that runs long reads on an SQLite file, one after another. Each sees what was committed when it began.
 *
 * A read that SQLite refuses is answered with why. What else fails ends the thread.
 */
import { parentPort, workerData } from "node:worker_threads"
import BetterSqlite from "better-sqlite3"

/** A statement that only reads. */
export interface LongRead {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/** What came of it: its rows, or the message and the code of SQLite's error. */
export type LongReadAnswer =
  | { readonly rows: ReadonlyArray<unknown> }
  | { readonly refused: { readonly message: string; readonly code: string } }

if (parentPort === null || typeof workerData !== "string")
  throw new Error("A thread is started with the name of the file.")
const port = parentPort
const database = new BetterSqlite(workerData, { readonly: true, fileMustExist: true })

const answerTo = ({ parameters, sql }: LongRead): LongReadAnswer => {
  try {
    return { rows: database.prepare<ReadonlyArray<unknown>, unknown>(sql).all(parameters) }
  } catch (cause) {
    if (cause instanceof BetterSqlite.SqliteError) return { refused: { message: cause.message, code: cause.code } }
    throw cause
  }
}

port.on("message", (read: LongRead) => port.postMessage(answerTo(read)))
