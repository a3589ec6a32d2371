/**
 * How an attempt to commit a unit of work or a write set ended.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import type { Effect, Exit } from "effect"
import type { PostgresFailure } from "./sql-state.ts"
import { storageFailure, uncertain } from "./storage-failure.ts"
import type { FailedStatement } from "./transaction.ts"

export type CommitEnd<A, E> =
  /** Its writes are on the disk; if it failed, none are. */
  | { readonly _tag: "Ended"; readonly exit: Exit.Exit<A, E> }
  /** Nothing of it was written: its transaction was rolled back. */
  | { readonly _tag: "RolledBack"; readonly failed: FailedStatement }
  /** The connection was lost while the commit was on its way: it was written, or it was not. */
  | { readonly _tag: "Uncertain"; readonly failure: PostgresFailure }

/** The result for its caller. */
export const outcomeOf = <A, E>(end: CommitEnd<A, E>): Effect.Effect<A, E | StorageUnavailable> => {
  switch (end._tag) {
    case "Ended":
      return end.exit
    case "RolledBack":
      return storageFailure(end.failed.operation, end.failed.failure)
    case "Uncertain":
      return uncertain("commit", end.failure)
  }
}
