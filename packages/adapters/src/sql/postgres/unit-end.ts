/**
 * How a unit of work ended.
 */
import type { Change } from "@vintem/domain/ports"
import type { Exit } from "effect"
import type { Again } from "./running-unit.ts"
import type { PostgresFailure } from "./sql-state.ts"
import type { Lost } from "./transaction.ts"

export type UnitEnd<A, E> =
  /** What it wrote is on the disk; of one that failed nothing is. */
  | { readonly _tag: "Ended"; readonly exit: Exit.Exit<A, E> }
  /** Nothing of it was written: its transaction was lost. */
  | { readonly _tag: "Undone"; readonly by: Lost }
  /** Nothing of it was written: it is to be run again in another way. */
  | { readonly _tag: "Again"; readonly way: Again }
  /** The connection was lost while the commit was on its way: it was written, or it was not. */
  | { readonly _tag: "Uncertain"; readonly failure: PostgresFailure }

/** Tells listeners of what was committed. */
export type Tell = (changes: ReadonlyArray<Change>) => void
