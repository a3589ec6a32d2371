/**
 * The one place that picks the storage.
 */
import { dirname } from "node:path"
import {
  AccessSecretsNode,
  KyselyStorage,
  PasswordHasherNode,
  PostgresStorage,
  RateLimiterKysely,
  RateLimiterMemory,
  SecretsNode,
  Settings,
  SqliteStorage,
  TriedWrite,
} from "@vintem/adapters"
import type { StorageFault, StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import type { DatabaseLocation } from "./configuration/database-location.ts"
import { type FolderUnavailable, makeFolder } from "./data-folder/data-folder.ts"
import { type SecretKeySettings, secretKeys } from "./data-folder/secret-key.ts"

/** What this version would have to do before it can serve from the database. */
export class Migrations extends Context.Service<
  Migrations,
  {
    /** Migrations the database has not seen, by name. */
    readonly pending: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()("@vintem/api/Migrations") {}

/** Which other processes use the data. */
export class ProcessesOnStorage extends Context.Service<
  ProcessesOnStorage,
  {
    /** Whether other processes may be at work on it while this one is. */
    readonly areSeveral: boolean
  }
>()("@vintem/api/ProcessesOnStorage") {}

/** Where the data is, and over how many connections it is reached; SQLite has one. */
export interface StorageSettings {
  readonly database: DatabaseLocation
  readonly dbPool: number
}

/**
 * Every store on the database of the configuration, brought up to date.
 *
 * @param openedBy - whether a PostgreSQL that cannot be reached is waited for
 */
export const storage = (
  { database, dbPool: poolSize }: StorageSettings,
  openedBy?: PostgresStorage.OpeningPolicy,
): Layer.Layer<Stores, FolderUnavailable | StorageUnavailable> => {
  switch (database._tag) {
    case "sqlite_memory":
      return alone(onSqlite(SqliteStorage.layer(":memory:")))
    case "sqlite_file":
      return alone(
        onSqlite(Layer.unwrap(Effect.as(makeFolder(dirname(database.path)), SqliteStorage.layer(database.path)))),
      )
    case "postgres":
      return together(onPostgres(PostgresStorage.layer(Redacted.value(database.url), { poolSize }, openedBy)))
  }
}

/** Keys, secrets, fingerprints and passwords of the service whose stores these are: none if its secret keys are not theirs. */
export const secrets = (settings: SecretKeySettings) =>
  Layer.unwrap(
    Effect.map(secretKeys(settings), (keys) =>
      Layer.mergeAll(
        SecretsNode.layer(Effect.succeed(keys)),
        AccessSecretsNode.layer(Effect.succeed(keys)),
        PasswordHasherNode.layer,
      ),
    ),
  ).pipe(Layer.provide(Settings.layer))

/** The stored data, read-only and while the service runs: nothing is created, migrated or written. */
export const storageAsItIs = ({ database, dbPool: poolSize }: StorageSettings) =>
  Layer.merge(KyselyStorage.layerNoDeps, Layer.succeed(ProcessesOnStorage, { areSeveral: true })).pipe(
    Layer.provideMerge(engineAsItIs(database, poolSize)),
  )

const engineAsItIs = (location: DatabaseLocation, poolSize: number): Layer.Layer<Engine, StorageUnavailable> => {
  switch (location._tag) {
    case "sqlite_memory":
      return onSqlite(SqliteStorage.layer(":memory:"))
    case "sqlite_file":
      return onSqlite(SqliteStorage.layerReadOnly(location.path))
    case "postgres":
      return onPostgres(PostgresStorage.layerReadOnly(Redacted.value(location.url), { poolSize }))
  }
}

/** What every store needs. */
type Engine = UnitOfWork | Migrations | Extract<SqliteStorage.Provided, PostgresStorage.Provided>

const onSqlite = <E>(engine: Layer.Layer<SqliteStorage.Provided, E>) =>
  Layer.effect(
    Migrations,
    Effect.map(SqliteStorage.SqliteDatabase, ({ pendingMigrations }) => ({ pending: pendingMigrations })),
  ).pipe(Layer.provideMerge(engine))

const onPostgres = <E>(engine: Layer.Layer<PostgresStorage.Provided, E>) =>
  Layer.effect(
    Migrations,
    Effect.map(PostgresStorage.PostgresDatabase, ({ pendingMigrations }) => ({ pending: pendingMigrations })),
  ).pipe(Layer.provideMerge(engine))

/** A process that has the data to itself counts requests in its memory. */
const alone = <E>(engine: Layer.Layer<Engine, E>) =>
  Layer.merge(RateLimiterMemory.layer, Layer.succeed(ProcessesOnStorage, { areSeveral: false })).pipe(
    Layer.provideMerge(storesOn(engine)),
  )

/** Processes that share the data count requests in it. */
const together = <E>(engine: Layer.Layer<Engine, E>) =>
  Layer.merge(RateLimiterKysely.layer, Layer.succeed(ProcessesOnStorage, { areSeveral: true })).pipe(
    Layer.provideMerge(storesOn(engine)),
  )

const storesOn = <E>(engine: Layer.Layer<Engine, E>) =>
  Layer.merge(KyselyStorage.layerNoDeps, TriedWrite.layer).pipe(Layer.provideMerge(engine))

type Stores = Layer.Success<ReturnType<typeof alone>>

/** Who asks whether the service is ready gives up soon. */
const readyWithin = Duration.seconds(3)

/** What keeps the service from working with its storage. */
export type StorageTrouble = "storage_unavailable" | "storage_full" | "storage_read_only" | "migrations_pending"

/** What keeps a look at the storage from its end; null if it ends well, and as it says. */
export const troubleIn = <R>(look: Effect.Effect<StorageTrouble | null, StorageUnavailable, R>) =>
  look.pipe(
    Effect.timeout(readyWithin),
    Effect.catchTags({
      StorageUnavailable: ({ fault }) => Effect.succeed(troubleOf(fault)),
      TimeoutError: () => Effect.succeed(troubleOf("unknown")),
    }),
  )

/** Whether the storage answers, knows every table this version needs, and takes writes. */
export const storageFault = troubleIn(
  Effect.gen(function* () {
    const { pending } = yield* Migrations
    if ((yield* pending).length > 0) return "migrations_pending"
    yield* (yield* TriedWrite.TriedWrite).tried
    return null
  }),
)

const troubleOf = (fault: StorageFault): StorageTrouble =>
  fault === "full" || fault === "read_only" ? `storage_${fault}` : "storage_unavailable"
