/**
 * The code of the thread that runs long reads on an SQLite file, one after another. Each sees what was committed when it began.
 *
 * If SQLite refuses a read, the answer says why. Any other failure ends the thread.
 */
import BetterSqlite from "better-sqlite3"
import { answering } from "../../node/answering-thread.ts"

/** A statement that only reads. */
export interface LongRead {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Its result: its rows, or the message and the code of SQLite's error. */
export type LongReadAnswer =
  | { readonly rows: ReadonlyArray<unknown> }
  | { readonly refused: { readonly message: string; readonly code: string } }

answering((file) => {
  const database = new BetterSqlite(file, { readonly: true, fileMustExist: true })
  return ({ parameters, sql }: LongRead): LongReadAnswer => {
    try {
      return { rows: database.prepare<ReadonlyArray<unknown>, unknown>(sql).all(parameters) }
    } catch (cause) {
      if (cause instanceof BetterSqlite.SqliteError) return { refused: { message: cause.message, code: cause.code } }
      throw cause
    }
  }
})
