/**
 * PostgreSQL databases that live as long as a test.
 */
import { testDatabases } from "@vintem/test-postgres"
import type {} from "@vintem/test-postgres/global-setup"
import { Effect, Layer } from "effect"
import { inject } from "vitest"
import { migrate } from "../src/kysely/postgres/database.ts"
import * as PostgresStorage from "../src/kysely/postgres/postgres-storage.ts"

const databases = testDatabases(inject("postgresUrl"), inject("postgresRun"), (url) => migrate(url))

/** The URL of a database brought up to date, in which nobody else writes, until the scope ends. */
export const freshDatabase = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => databases.fresh()),
    ({ giveBack }) => Effect.promise(giveBack),
  ),
  ({ url }) => url,
)

/** The URL of a database without tables. */
export const emptyDatabase = Effect.promise(() => databases.empty())

/** A database of its own in every build. */
export const layerFreshDatabase = Layer.unwrap(Effect.map(freshDatabase, (url) => PostgresStorage.layer(url)))
