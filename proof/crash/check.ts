/** Promises that have to hold whenever the service has been killed, has come back and has come to rest. */
import BetterSqlite from "better-sqlite3"

/** The data to check. */
export interface Evidence {
  /** The service's database. */
  readonly file: string
  /** The database, opened to read; the acquirer's books are attached to it as `books`. */
  readonly database: BetterSqlite.Database
  /** The service's time, epoch milliseconds. */
  readonly now: number
}

export interface Check {
  /** The promise, as a sentence. */
  readonly title: string
  /** Breaches of it: one line each, with numbers and keys to look up. */
  readonly contradictions: (evidence: Evidence) => Promise<ReadonlyArray<string>> | ReadonlyArray<string>
}

export interface Breach {
  /** The title of the check. */
  readonly broken: string
  readonly by: string
}

/** @param books - the acquirer's file */
export const openEvidence = (file: string, books: string, now: number): Evidence & { readonly close: () => void } => {
  const database = new BetterSqlite(file, { readonly: true })
  database.prepare("attach ? as books").run(books)
  return { file, database, now, close: () => database.close() }
}

export const breachesOf = async (checks: ReadonlyArray<Check>, evidence: Evidence): Promise<ReadonlyArray<Breach>> => {
  const found = await Promise.all(
    checks.map(async ({ title, contradictions }) =>
      (await contradictions(evidence)).map((by) => ({ broken: title, by })),
    ),
  )
  return found.flat()
}
