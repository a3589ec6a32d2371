/**
 * The two databases of a copy: how each is opened and queried.
 */
import { type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Context, Effect, Layer, type Scope } from "effect"
import type { CompiledQuery, RawBuilder } from "kysely"
import { DatabaseIsNewer } from "../engine/database-is-newer.ts"
import { ConstraintViolated, Executor } from "../engine/executor.ts"
import type { Written } from "../engine/procedure.ts"
import * as PostgresStorage from "../postgres/postgres-storage.ts"
import { type HeldByAnother, serviceLock } from "../sqlite/service-lock.ts"
import * as SqliteStorage from "../sqlite/sqlite-storage.ts"
import {
  type Side,
  SideIsNewer,
  SideUnavailable,
  SourceBroken,
  SourceServed,
  type TargetChanged,
} from "./copy-faults.ts"

type Opening = Layer.Layer<Executor | UnitOfWork, StorageUnavailable>

/** A database that is copied from or to. */
export interface Copied {
  /** Read-only; a database that does not exist is not created. */
  readonly readOnly: Opening
  /** Without migrations. */
  readonly asItIs: Opening
  /** Migrated. */
  readonly upToDate: Opening
  /** Keeps services away until the scope ends, and fails if one runs. PostgreSQL is made for many processes: there it does nothing. */
  readonly alone: Effect.Effect<void, HeldByAnother | StorageUnavailable, Scope.Scope>
}

/** An SQLite file. */
export const sqliteFile = (path: string): Copied => ({
  readOnly: SqliteStorage.layerReadOnly(path),
  asItIs: SqliteStorage.layerUnmigrated(path),
  upToDate: SqliteStorage.layer(path),
  alone: serviceLock(path),
})

/** Counting the rows of a large table takes long. */
const statementTimeoutMillis = 3_600_000
/** No request waits here: a server that is slow to accept a connection should not end the copy. */
const connectTimeoutMillis = 60_000

/**
 * A PostgreSQL database.
 *
 * @param url - with the user, and with the password unless `PGPASSWORD` has it
 */
export const postgresDatabase = (url: string): Copied => {
  const options = { statementTimeoutMillis, connectTimeoutMillis, poolSize: 1 }
  return {
    readOnly: PostgresStorage.layerReadOnly(url, options),
    asItIs: PostgresStorage.layerUnmigrated(url, options),
    upToDate: PostgresStorage.layer(url, options),
    alone: Effect.void,
  }
}

/** A database while it is open. */
export interface OpenSide {
  readonly build: Executor["Service"]["dialect"]["build"]
  readonly dialect: Executor["Service"]["dialect"]
  /** @param operation - its purpose, which the fault names */
  readonly read: <O>(operation: string, query: RawBuilder<O>) => Effect.Effect<ReadonlyArray<O>, SideUnavailable>
  readonly write: <O>(operation: string, query: CompiledQuery<O>) => Effect.Effect<Written<O>, SideUnavailable>
  /** One atomic commit of writes to a table, which fails with `SourceBroken` if a rule of the tables is broken. */
  readonly commit: <A>(
    table: string,
    unit: Effect.Effect<A, SideUnavailable | TargetChanged>,
  ) => Effect.Effect<A, SideUnavailable | TargetChanged | SourceBroken>
}

/** The source. No service can use it until the scope ends. */
export const openSource = (
  from: Copied,
): Effect.Effect<OpenSide, SideUnavailable | SideIsNewer | SourceServed, Scope.Scope> =>
  Effect.tap(openSide("source", from.readOnly), () =>
    Effect.catchTags(from.alone, {
      HeldByAnother: ({ file }) => new SourceServed({ file }),
      StorageUnavailable: ({ cause, operation }) => new SideUnavailable({ side: "source", operation, cause }),
    }),
  )

/** Closes it with the scope. */
export const openSide = (
  side: Side,
  opening: Opening,
): Effect.Effect<OpenSide, SideUnavailable | SideIsNewer, Scope.Scope> => {
  const unavailable = ({ operation, cause }: StorageUnavailable) => new SideUnavailable({ side, operation, cause })
  return Layer.build(opening).pipe(
    Effect.mapError((failure) =>
      failure.cause instanceof DatabaseIsNewer ? new SideIsNewer({ side }) : unavailable(failure),
    ),
    Effect.map((context) => {
      const { dialect, read, write } = Context.get(context, Executor)
      const { commit } = Context.get(context, UnitOfWork)
      return {
        dialect,
        build: dialect.build,
        read: (operation, query) => Effect.mapError(read(operation, query.compile(dialect.build)), unavailable),
        write: (operation, query) => Effect.mapError(write(operation, query), unavailable),
        commit: (table, unit) =>
          commit(unit).pipe(
            Effect.catchTag("StorageUnavailable", (failure) => unavailable(failure)),
            Effect.catchDefect((defect) =>
              defect instanceof ConstraintViolated ? new SourceBroken({ table }) : Effect.die(defect),
            ),
          ),
      }
    }),
  )
}
