/**
 * Runs compiled queries. The one place where SQL meets an engine.
 */
import type { Realm } from "@vintem/domain/access"
import type { StorageUnavailable } from "@vintem/domain/ports"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { CompiledQuery } from "kysely"
import type { Dialect } from "./dialect.ts"
import type { Procedure, ProcedureSet, Written } from "./procedure.ts"
import type { Tables } from "./tables.ts"

/**
 * A key was used twice, or a reference leads nowhere. Queries that expect this say `on conflict`; anywhere else it is a
 * defect of ours, and its unit is rolled back.
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
     * Like `read`, for data that every request needs. Outside of units, one statement answers all callers that ask for
     * the same data at the same time. It begins after all of them have called.
     */
    readonly readShared: <O>(
      operation: string,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /**
     * Like `read`, for queries that may scan much of a table: no other query of the process waits for it. Callers take
     * turns. It fails as `busy` if too many reads of the caller wait already, or if it takes too long. Inside a unit it
     * is `read`.
     *
     * @param caller - whose turn it is
     */
    readonly readLong: <O>(
      operation: string,
      caller: Realm,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /**
     * Runs a procedure as part of the unit of work around it; without one it is a unit of its own.
     *
     * @param begun - begins the procedure: a unit may be run again
     */
    readonly run: <A>(operation: string, begun: () => Procedure<A>) => Effect.Effect<A, StorageUnavailable>
    /** Joins the unit of work around it; without one it is a unit of its own. */
    readonly write: <O>(operation: string, query: CompiledQuery<O>) => Effect.Effect<Written<O>, StorageUnavailable>
    /**
     * Runs a procedure as `run` does. If the procedure is refused, it fails with the refusal, and nothing is written.
     *
     * @param begun - begins the procedure: a unit may be run again
     */
    readonly attempt: <A, E>(
      operation: string,
      begun: () => Procedure<Result.Result<A, E>>,
    ) => Effect.Effect<A, E | StorageUnavailable>
    /**
     * Commits what a set of procedures writes. The engine may write many sets in one transaction. Joins the unit of work around it.
     *
     * @param names - what the set is about: two sets with a common name are never written in one transaction
     * @param begun - begins the set: it may be run again
     */
    readonly commitSet: <A, E>(
      operation: string,
      names: ReadonlyArray<string>,
      begun: () => ProcedureSet<A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
    /**
     * Reads an entry that a unit may replace as a whole, without comparing a version. Inside a unit, other units that read the same entry
     * wait until this one ends, if units run concurrently: neither of two changes is lost.
     *
     * @param name - of the entry, unique in the whole database
     */
    readonly readEntry: <O>(
      operation: string,
      name: string,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
  }
>()("@vintem/adapters/sql/Executor") {}
