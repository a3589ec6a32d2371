/**
 * Runs compiled queries. The one place where SQL meets an engine.
 */
import type { Realm } from "@vintem/domain/access"
import type { Change, StorageUnavailable } from "@vintem/domain/ports"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CompiledQuery } from "kysely"
import type { Dialect } from "./dialect.ts"
import type { Tables } from "./tables.ts"

export interface Written<O> {
  /** What `returning` gave back. */
  readonly rows: ReadonlyArray<O>
  /** How many rows were inserted, updated or deleted, if nothing was given back. */
  readonly changes: number
}

/**
 * A key was used twice, or a reference leads nowhere. Queries that expect this say `on conflict`; anywhere else it is a defect
 * of ours, and the unit it happened in is undone.
 */
export class ConstraintViolated extends Error {
  override readonly name = "ConstraintViolated"
}

export class Executor extends Context.Service<
  Executor,
  {
    readonly dialect: Dialect
    /**
     * A number that changes as soon as any connection has written to one of these tables: while it stays, a read of them finds what it found
     * before, inside a unit and outside. Null if the engine cannot tell.
     */
    readonly epochOf: (tables: ReadonlyArray<keyof Tables>) => Effect.Effect<number | null, StorageUnavailable>
    /** @param operation - `repository.method`, named by the error */
    readonly read: <O>(
      operation: string,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /**
     * As `read`, for what every request asks for. Outside of units, callers that ask the same while it is being asked are answered together, by
     * a statement that begins after all of them have called.
     */
    readonly readShared: <O>(
      operation: string,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /**
     * As `read`, for what may walk through much of a table: nothing else of the process waits for it. Those who ask take turns. It fails as
     * `busy` if too much of the caller's waits already, or if it takes too long. Inside a unit it is `read`.
     *
     * @param caller - whose turn it is
     */
    readonly readLong: <O>(
      operation: string,
      caller: Realm,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /** Joins the unit of work around it; without one it is a unit of its own. */
    readonly write: <O>(operation: string, query: CompiledQuery<O>) => Effect.Effect<Written<O>, StorageUnavailable>
    /**
     * As `write`, if the result is not needed. A unit does not wait for its answer: it is sent with the next statement or with the
     * commit, and a failure undoes the unit then.
     */
    readonly writeUnread: (operation: string, query: CompiledQuery) => Effect.Effect<void, StorageUnavailable>
    /** Runs several statements in order, without reading their results. */
    readonly writeAllUnread: (
      operation: string,
      queries: ReadonlyArray<CompiledQuery>,
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Has other units that hold the same name wait until this unit ends: for things without a row to lock. Does nothing if units run one
     * after another.
     *
     * @param name - over the whole database
     */
    readonly hold: (operation: string, name: string) => Effect.Effect<void, StorageUnavailable>
    /**
     * Reads an entry that a unit may replace as a whole, without comparing a version. If units run concurrently, a unit that reads an
     * entry and then replaces it holds its name before the read: neither of two concurrent changes is lost.
     *
     * @param name - of the entry, over the whole database
     */
    readonly readEntry: <O>(
      operation: string,
      name: string,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /** Writes what replaces the entry of this name. */
    readonly replaceEntry: <O>(
      operation: string,
      name: string,
      query: CompiledQuery<O>,
    ) => Effect.Effect<Written<O>, StorageUnavailable>
    /** Has `ChangeFeed` tell of something that the unit around has written, once it is committed. Costs no statement, and waits for nothing. */
    readonly changed: (changes: ReadonlyArray<Change>) => Effect.Effect<void>
  }
>()("@vintem/adapters/sql/Executor") {}
