/**
 * Databases for the tests of the service, of the engine that the project runs on (vitest.config.ts). Tests know no
 * engine: engine-specific code is in sqlite-under-test.ts and postgres-under-test.ts.
 */
import { inject } from "vitest"
import { atTheEnd } from "./at-the-end.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly engine: "sqlite" | "postgres"
  }
}

/** The secret key of every service and command on a test database, as `VINTEM_SECRET_KEY` takes it. */
export const secretKey = Buffer.from("the secret key of all the tests. ").toString("base64")

/** A new database, still empty. */
export interface DatabaseUnderTest {
  /** The value for `DATABASE_URL`. */
  readonly url: string
  /** The rows of a query past the service, in SQL that both engines understand. */
  readonly query: (text: string) => Promise<ReadonlyArray<Row>>
  /** Runs a statement past the service. */
  readonly execute: (text: string) => Promise<void>
  /** From now on a table's rows cannot be changed; new ones can be added. */
  readonly forbidUpdates: (table: string) => Promise<void>
  readonly allowUpdates: (table: string) => Promise<void>
  /** All stored data as text. A stored text appears in it unchanged. */
  readonly contents: () => Promise<string>
}

export type Row = Readonly<Record<string, unknown>>

/** A database that the caller has to return. */
export interface LentDatabase extends DatabaseUnderTest {
  /** Call this when nobody uses it any more. */
  readonly giveBack: () => Promise<void>
}

const engine = inject("engine")

const lend = async (): Promise<LentDatabase> =>
  engine === "postgres"
    ? (await import("./postgres-under-test.ts")).lendPostgres()
    : (await import("./sqlite-under-test.ts")).lendSqlite()

/** A new database that lives until the current test ends, or the file if no test runs yet. */
export const newDatabase = async (): Promise<DatabaseUnderTest> => {
  const database = await lend()
  atTheEnd(database.giveBack)
  return database
}

/** A database that only its service sees: in memory, if the engine can. */
export const lendUnseen = async (): Promise<Pick<LentDatabase, "url" | "giveBack">> =>
  engine === "postgres" ? lend() : { url: "sqlite::memory:", giveBack: async () => {} }
