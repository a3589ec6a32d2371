/**
 * Statements that run one after another in one unit, where each may depend on what the ones before it gave.
 *
 * A procedure waits for nothing but its statements. So an engine that answers at once runs it in a plain loop, without a fiber, and one that
 * is asked over a connection sends the writes whose answers nobody reads together with the next statement.
 */
import type { Change } from "@vintem/domain/ports"
import type { Result } from "effect"
import type { CompiledQuery } from "kysely"
import type { Sum } from "./sums.ts"

/** What a statement gave. */
export interface Written<O> {
  /** The rows of a read, or what `returning` gave back. */
  readonly rows: ReadonlyArray<O>
  /** How many rows were inserted, updated or deleted, if nothing was given back. */
  readonly changes: number
}

/** One step of a procedure. */
type Step =
  | { readonly _tag: "Read" | "Write"; readonly query: CompiledQuery<never> }
  /** A write whose answer is not read. If it fails, the unit is undone, at the latest by its commit. */
  | { readonly _tag: "WriteUnread"; readonly query: CompiledQuery }
  /**
   * Other units that hold the same name wait until this unit ends: for things without a row to lock. If units run one after another, nothing
   * is done. `name` is over the whole database.
   */
  | { readonly _tag: "Hold"; readonly name: string }
  /** `ChangeFeed` is given these changes once the unit is committed. This costs no statement. */
  | { readonly _tag: "Changed"; readonly changes: ReadonlyArray<Change> }
  /** These are added once for all units of the transaction, before its commit. A unit that reads sums finds its own in them. */
  | { readonly _tag: "Added"; readonly sums: ReadonlyArray<Sum> }

/**
 * A procedure that ends with `A`. What it throws is a defect, and undoes its unit.
 *
 * Whoever runs it answers a step with rows of `never`, which are rows of any type: they are what the compiled query says they are.
 */
export type Procedure<A> = Generator<Step, A, Written<never>>

/** A procedure that may be refused. */
export type Refusable<E> = Procedure<Result.Result<unknown, E>>

/**
 * Groups of procedures that are committed together, and end with `A`. Those of a group do not depend on each other, and may run side by side.
 * The next group begins when all of one have ended; none begins once a procedure was refused.
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
