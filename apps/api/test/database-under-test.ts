/**
 * Databases for the tests of the service, of the engine that the project runs on (vitest.config.ts). Tests know no engine: what is
 * said in each engine's own words stands in sqlite-under-test.ts and postgres-under-test.ts.
 */
import { inject } from "vitest"
import { atTheEnd } from "./at-the-end.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly engine: "sqlite" | "postgres"
  }
}

/** The secret key of every service and command on a database of the tests, as `VINTEM_SECRET_KEY` says it. */
export const secretKey = Buffer.from("the secret key of all the tests. ").toString("base64")

/** One that nobody has written to yet. */
export interface DatabaseUnderTest {
  /** What `DATABASE_URL` says. */
  readonly url: string
  /** What a query finds, past the service. In SQL that both engines understand. */
  readonly query: (text: string) => Promise<ReadonlyArray<Row>>
  /** Runs a statement past the service. */
  readonly execute: (text: string) => Promise<void>
  /** From now on no row of a table can be changed; new ones can be added. */
  readonly forbidUpdates: (table: string) => Promise<void>
  readonly allowUpdates: (table: string) => Promise<void>
  /** All that is stored, as text in which a stored text can be found as it is. */
  readonly contents: () => Promise<string>
}

export type Row = Readonly<Record<string, unknown>>

/** The same; the caller ends it. */
export interface LentDatabase extends DatabaseUnderTest {
  /** When nobody uses it any more. */
  readonly giveBack: () => Promise<void>
}

const engine = inject("engine")

const lend = async (): Promise<LentDatabase> =>
  engine === "postgres"
    ? (await import("./postgres-under-test.ts")).lendPostgres()
    : (await import("./sqlite-under-test.ts")).lendSqlite()

/** A database with all that can be done to it, until the test that asks for it ends, or the file where none runs yet. */
export const newDatabase = async (): Promise<DatabaseUnderTest> => {
  const database = await lend()
  atTheEnd(database.giveBack)
  return database
}

/** One that only its service sees: where the engine has such, it is kept in memory. */
export const lendUnseen = async (): Promise<Pick<LentDatabase, "url" | "giveBack">> =>
  engine === "postgres" ? lend() : { url: "sqlite::memory:", giveBack: async () => {} }
