/**
 * PostgreSQL databases that live as long as a test.
 */
import { testDatabases } from "@vintem/test-postgres"
import type {} from "@vintem/test-postgres/global-setup"
import { type Context, Effect, Layer, ManagedRuntime } from "effect"
import { inject } from "vitest"
import { migrate } from "../src/sql/postgres/database.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"

const databases = testDatabases(inject("postgresUrl"), inject("postgresRun"), (url) => migrate(url))

/** The URL of a migrated database of its own, until the scope ends. */
export const freshDatabase = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => databases.fresh()),
    ({ giveBack }) => Effect.promise(giveBack),
  ),
  ({ url }) => url,
)

/** The URL of a database without tables. */
export const emptyDatabase = Effect.promise(() => databases.empty())

/** A machine that stands still for some seconds fails no test. */
export const patient = { connectTimeoutMillis: 600_000 }

/** Open on a database; emptied when it is given back. */
interface Kept {
  readonly storage: Context.Context<Layer.Success<ReturnType<typeof PostgresStorage.layer>>>
  readonly giveBack: () => Promise<void>
}

/** Storage that no other test uses. It stays open: a new connection costs PostgreSQL more than what most tests ask of it. */
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

/** A database of its own in every build. */
export const layerFreshDatabase = Layer.effectContext(
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => idle.pop() ?? (await open())),
      ({ giveBack }) => Effect.promise(giveBack),
    ),
    ({ storage }) => storage,
  ),
)
