/**
 * What can be asked of a batch, and what its workers report. The first may be refused, the second never.
 */
import type { Instant } from "../calendar/instant.ts"
import type { FailedItem } from "./batch.ts"

/** What can be asked of a batch. */
export type BatchCommand =
  /** So many customers are put at the end of the list. */
  | { readonly _tag: "AddCustomers"; readonly count: number; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** A worker takes the next items, `count` at most: recorded before anything is done for them. */
  | { readonly _tag: "ClaimItems"; readonly count: number; readonly at: Instant }

/** What a worker reports of a batch. */
export type BatchReport =
  /** The items from `first` to `last` are done: those named failed for good, of the others the links are made. */
  {
    readonly _tag: "ItemsDone"
    readonly first: number
    readonly last: number
    readonly failures: ReadonlyArray<FailedItem>
    readonly at: Instant
  }
