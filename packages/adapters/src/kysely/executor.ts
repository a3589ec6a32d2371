/**
 * Runs compiled queries. The one place where SQL meets an engine.
 */
import type { StorageUnavailable } from "@vintem/domain"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CompiledQuery } from "kysely"
import type { Dialect } from "./dialect.ts"

export interface Written<O> {
  /** What `returning` gave back. */
  readonly rows: ReadonlyArray<O>
  /** How many rows were inserted, updated or deleted, where nothing was given back. */
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
    /** @param operation - `repository.method`, named by the error */
    readonly read: <O>(
      operation: string,
      query: CompiledQuery<O>,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /** Joins the unit of work around it; without one it is a unit of its own. */
    readonly write: <O>(operation: string, query: CompiledQuery<O>) => Effect.Effect<Written<O>, StorageUnavailable>
  }
>()("@vintem/adapters/kysely/Executor") {}
