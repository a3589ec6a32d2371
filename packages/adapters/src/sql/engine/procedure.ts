/**
 * Statements that run one after another in one unit; each may depend on the results of those before it.
 *
 * A procedure waits for nothing but its statements. So an engine that answers at once runs it in a plain loop, without
 * a fiber. An engine behind a connection sends writes whose results are not read together with the next statement.
 */
import type { Change } from "@vintem/domain/ports"
import type { Result } from "effect"
import type { CompiledQuery } from "kysely"
import type { Sum } from "./sums.ts"

/** The result of a statement. */
export interface Written<O> {
  /** The rows of a read, or of `returning`. */
  readonly rows: ReadonlyArray<O>
  /** How many rows were inserted, updated or deleted, if there is no `returning`. */
  readonly changes: number
}

/** One step of a procedure. */
type Step =
  | { readonly _tag: "Read" | "Write"; readonly query: CompiledQuery<never> }
  /** A write whose result is not read. If it fails, the unit is rolled back, at the latest by its commit. */
  | { readonly _tag: "WriteUnread"; readonly query: CompiledQuery }
  /**
   * Locks a name until this unit ends; other units that lock the same name wait. It is for things without a row to
   * lock. If units run one after another, it does nothing. `name` is unique in the whole database.
   */
  | { readonly _tag: "Hold"; readonly name: string }
  /** `ChangeFeed` is given these changes once the unit is committed. This costs no statement. */
  | { readonly _tag: "Changed"; readonly changes: ReadonlyArray<Change> }
  /**
   * These sums are added once for all units of the transaction, before its commit. If a unit reads sums, they include
   * its own.
   */
  | { readonly _tag: "Added"; readonly sums: ReadonlyArray<Sum> }

/**
 * A procedure that ends with `A`. An exception in it is a defect, and rolls its unit back.
 *
 * The engine answers a step with rows of `never`, which fit any type: the compiled query says what they are.
 */
export type Procedure<A> = Generator<Step, A, Written<never>>

/** A procedure that may be refused. */
export type Refusable<E> = Procedure<Result.Result<unknown, E>>

/**
 * Groups of procedures that are committed together, and end with `A`. The procedures of a group do not depend on each
 * other, and may run side by side. A group begins when all procedures of the one before have ended; after a refusal no
 * further group begins.
 */
export type ProcedureSet<A, E> = Generator<ReadonlyArray<Refusable<E>>, A, ReadonlyArray<unknown>>

export function* read<O>(query: CompiledQuery<O>): Procedure<ReadonlyArray<O>> {
  const { rows } = yield { _tag: "Read", query }
  return rows
}

export function* write<O>(query: CompiledQuery<O>): Procedure<Written<O>> {
  return yield { _tag: "Write", query }
}

export function* writeUnread(query: CompiledQuery): Procedure<void> {
  yield { _tag: "WriteUnread", query }
}

export function* writeAllUnread(queries: ReadonlyArray<CompiledQuery>): Procedure<void> {
  for (const query of queries) yield { _tag: "WriteUnread", query }
}

export function* hold(name: string): Procedure<void> {
  yield { _tag: "Hold", name }
}

export function* changed(...changes: ReadonlyArray<Change>): Procedure<void> {
  yield { _tag: "Changed", changes }
}

export function* added(sums: ReadonlyArray<Sum>): Procedure<void> {
  if (sums.length > 0) yield { _tag: "Added", sums }
}
