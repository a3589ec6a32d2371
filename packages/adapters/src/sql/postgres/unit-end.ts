/**
 * How a unit of work ended.
 */
import type { Exit } from "effect"
import type { PostgresFailure } from "./sql-state.ts"
import type { FailedStatement } from "./transaction.ts"

/** How a unit is run again: in a transaction of its own, and perhaps so that it holds the entries that it may replace. */
export type Rerun = "alone" | "alone, holding entries"

export type UnitEnd<A, E> = FinalEnd<A, E> | { readonly _tag: "Again"; readonly how: Rerun }

/** It is not run again. */
export type FinalEnd<A, E> =
  /** What it wrote is on the disk; of one that failed nothing is. */
  | { readonly _tag: "Ended"; readonly exit: Exit.Exit<A, E> }
  /** Nothing of it was written: its transaction was rolled back. */
  | { readonly _tag: "RolledBack"; readonly failed: FailedStatement }
  /** The connection was lost while the commit was on its way: it was written, or it was not. */
  | { readonly _tag: "Uncertain"; readonly failure: PostgresFailure }
