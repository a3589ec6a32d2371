/**
 * What must be true whenever the service has been killed, has come back and has come to rest.
 */
import BetterSqlite from "better-sqlite3"

/** What there is to look at. */
export interface Evidence {
  /** The service's database. */
  readonly file: string
  /** The same, opened to read; the acquirer's books are attached to it as `books`. */
  readonly database: BetterSqlite.Database
  /** The service's time, epoch milliseconds. */
  readonly now: number
}

export interface Check {
  /** What is true, as a sentence. */
  readonly title: string
  /** What contradicts it: one line each, with the numbers and keys to look it up by. */
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
