/**
 * The one place that picks the storage.
 */
import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import {
  KyselyStorage,
  RateLimiterMemory,
  SecretsNode,
  Settings,
  SimulatedBooksKysely,
  SqliteStorage,
} from "@vintem/adapters"
import type { StorageUnavailable } from "@vintem/domain"
import { Effect, Layer, Schema } from "effect"
import type { DatabaseLocation } from "./configuration/database-location.ts"

/** This version cannot serve from the database it was given. */
export class DatabaseUnsupported extends Schema.TaggedError<DatabaseUnsupported>()("DatabaseUnsupported", {}) {}

/** The folder of the database file could not be made. */
export class FolderUnavailable extends Schema.TaggedError<FolderUnavailable>()("FolderUnavailable", {
  folder: Schema.String,
  cause: Schema.Defect(),
}) {}

/** Every store on the database of the configuration, brought up to date. */
export const storage = (
  location: DatabaseLocation,
): Layer.Layer<Stores, DatabaseUnsupported | FolderUnavailable | StorageUnavailable> => {
  switch (location._tag) {
    case "sqlite_memory":
      return storesOn(SqliteStorage.layer(":memory:"))
    case "sqlite_file":
      return storesOn(Layer.unwrap(Effect.as(makeFolder(dirname(location.path)), SqliteStorage.layer(location.path))))
    case "postgres":
      return storesOn(Layer.unwrap(unsupported))
  }
}

/** What is stored of orders and jobs, to be looked at as it is: nothing is made, migrated or written. */
export const storageAsItIs = (location: DatabaseLocation) => {
  const looking: Layer.Layer<SqliteStorage.Provided, DatabaseUnsupported | StorageUnavailable> =
    location._tag === "sqlite_file"
      ? SqliteStorage.layerReadOnly(location.path)
      : location._tag === "sqlite_memory"
        ? SqliteStorage.layer(":memory:")
        : Layer.unwrap(unsupported)
  return KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(looking))
}

const unsupported: Effect.Effect<Layer.Layer<SqliteStorage.Provided>, DatabaseUnsupported> = Effect.fail(
  new DatabaseUnsupported(),
)

const storesOn = <E>(sqlite: Layer.Layer<SqliteStorage.Provided, E>) =>
  Layer.mergeAll(
    KyselyStorage.layerNoDeps,
    SimulatedBooksKysely.layer,
    RateLimiterMemory.layer,
    SecretsNode.layer(Effect.flatMap(Settings.Settings, ({ secret }) => secret("fingerprint"))).pipe(
      Layer.provide(Settings.layer),
    ),
  ).pipe(Layer.provideMerge(sqlite))

type Stores = Layer.Success<ReturnType<typeof storesOn>>

const makeFolder = (folder: string) =>
  Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true }),
    catch: (cause) => new FolderUnavailable({ folder, cause }),
  })

/** Whether the storage answers, and knows every table this version needs. */
export const storageFault = Effect.gen(function* () {
  const { pendingMigrations } = yield* SqliteStorage.SqliteDatabase
  const pending = yield* pendingMigrations
  return pending.length === 0 ? null : ("migrations_pending" as const)
}).pipe(Effect.catchTag("StorageUnavailable", () => Effect.succeed("storage_unavailable" as const)))
