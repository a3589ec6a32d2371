/** The one place that picks the storage. */
import { dirname } from "node:path"
import {
  AccessSecretsNode,
  AccountSecretsNode,
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

/** The migrations that this version needs before it can use the database. */
export class Migrations extends Context.Service<
  Migrations,
  {
    /** Names of the migrations that the database lacks. */
    readonly pending: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>()("@vintem/api/Migrations") {}

/** Other processes on the data. */
export class ProcessesOnStorage extends Context.Service<
  ProcessesOnStorage,
  {
    /** True if other processes may use the data at the same time. */
    readonly areSeveral: boolean
  }
>()("@vintem/api/ProcessesOnStorage") {}

/** The location of the data, and the number of connections; SQLite has one. */
export interface StorageSettings {
  readonly database: DatabaseLocation
  readonly dbPool: number
}

/**
 * Every store on the configured database, migrated.
 *
 * @param openedBy - decides if an unreachable PostgreSQL is waited for
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

/**
 * Keys, secrets, fingerprints and passwords for these stores. Fails if the configured secret keys are not the
 * database's.
 */
export const secrets = (settings: SecretKeySettings) =>
  Layer.unwrap(
    Effect.map(secretKeys(settings), (keys) =>
      Layer.mergeAll(
        SecretsNode.layer(Effect.succeed(keys)),
        AccessSecretsNode.layer(Effect.succeed(keys)),
        AccountSecretsNode.layer(Effect.succeed(keys)),
        PasswordHasherNode.layer,
      ),
    ),
  ).pipe(Layer.provide(Settings.layer))

/** The stored data, read-only and while the service runs: creates, migrates and writes nothing. */
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

/** The services that every store needs. */
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

/** A process alone on its data counts requests in memory. */
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

/** Readiness probes give up soon. */
const readyWithin = Duration.seconds(3)

/** Faults of the storage that keep the service from working. */
export type StorageTrouble = "storage_unavailable" | "storage_full" | "storage_read_only" | "migrations_pending"

/** The trouble that a check of the storage finds; null if the check succeeds and finds none. */
export const troubleIn = <R>(look: Effect.Effect<StorageTrouble | null, StorageUnavailable, R>) =>
  look.pipe(
    Effect.timeout(readyWithin),
    Effect.catchTags({
      StorageUnavailable: ({ fault }) => Effect.succeed(troubleOf(fault)),
      TimeoutError: () => Effect.succeed(troubleOf("unknown")),
    }),
  )

/** Checks that the storage answers, has this version's tables, and takes writes. */
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
