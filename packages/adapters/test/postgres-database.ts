/**
 * PostgreSQL databases that live as long as a test.
 */
import { testDatabases } from "@vintem/test-postgres"
import type {} from "@vintem/test-postgres/global-setup"
import { type Context, Effect, Layer, ManagedRuntime } from "effect"
import { inject } from "vitest"
import { migrate } from "../src/sql/postgres/database.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"

/** A machine that stalls for some seconds fails no test. */
export const patient = { connectTimeoutMillis: 600_000 }

/** Open on a database; emptied when it is returned. */
interface Kept {
  readonly storage: Context.Context<Layer.Success<ReturnType<typeof PostgresStorage.layer>>>
  readonly giveBack: () => Promise<void>
}

/**
 * Databases of one schema.
 *
 * @param name - of their template, within the run
 * @param prepare - makes the tables
 */
export const databasesOf = (name: string, prepare: (url: string) => Promise<void>) => {
  const databases = testDatabases(inject("postgresUrl"), `${inject("postgresRun")}${name}`, prepare)
  /** Storage that no other test uses. It stays open: a new connection costs PostgreSQL more than most tests. */
  const idle: Array<Kept> = []

  const open = async (): Promise<Kept> => {
    const { url, reset } = await databases.fresh()
    const storage = await ManagedRuntime.make(PostgresStorage.layer(url, patient)).context()
    const kept: Kept = {
      storage,
      giveBack: async () => {
        await reset()
        idle.push(kept)
      },
    }
    return kept
  }

  return {
    /** The URL of a database without tables. */
    empty: Effect.promise(() => databases.empty()),
    /** The URL of a new database, until the scope ends. */
    fresh: Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => databases.fresh()),
        ({ giveBack }) => Effect.promise(giveBack),
      ),
      ({ url }) => url,
    ),
    /** A new database in every build. */
    layerFresh: Layer.effectContext(
      Effect.map(
        Effect.acquireRelease(
          Effect.promise(async () => idle.pop() ?? (await open())),
          ({ giveBack }) => Effect.promise(giveBack),
        ),
        ({ storage }) => storage,
      ),
    ),
  }
}

export const {
  empty: emptyDatabase,
  fresh: freshDatabase,
  layerFresh: layerFreshDatabase,
} = databasesOf("", (url) => migrate(url))
