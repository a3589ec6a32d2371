/**
 * Audits a batch: folds its log again and compares the result with the stored batch, and the batch's counts with its
 * list and links.
 */
import { checkLog, checkState, type FoundEvent, type LogBreach, type StateBreach } from "../machine/log.ts"
import type { Batch } from "./batch.ts"
import { itemTotals } from "./item-counts.ts"
import { type BatchEvent, batchMachine } from "./machine.ts"
import { storedFromBatchProgress } from "./stored-batch-progress.ts"

/** A batch as a store returned it. */
export interface FoundBatch {
  /** Null if it cannot be read: its store says why. */
  readonly batch: Batch | null
  /** By sequence, as stored. */
  readonly log: ReadonlyArray<FoundEvent<BatchEvent>>
  readonly counted: BatchCounted
}

/** The stored rows of a batch, counted. */
export interface BatchCounted {
  /** Customers on the list. */
  readonly items: number
  /** Links, including removed ones. */
  readonly links: number
  /** Customers whose link could not be made. */
  readonly failures: number
  /** The last position that has a link or has failed; 0 if there is none. */
  readonly lastDone: number
}

/** A fault of a stored batch. */
export type BatchBreach =
  | LogBreach
  | StateBreach
  /** A count of the batch differs from the stored rows. */
  | {
      readonly _tag: "BatchCountDiffers"
      readonly of: "total" | "processed" | "failed"
      readonly stored: number
      readonly counted: number
    }
  /** A customer has a link, or has failed, but no worker claimed the item. */
  | { readonly _tag: "DoneUnclaimed"; readonly claimed: number; readonly position: number }

/** Everything that is wrong with a batch and its log; nothing if both are as they should be. */
export const checkBatch = ({ batch, log, counted }: FoundBatch): ReadonlyArray<BatchBreach> => {
  const { breaches, folded } = checkLog(batchMachine, log)
  return [
    ...breaches,
    ...checkState(asStored(batch), asStored(folded)),
    ...(batch === null ? [] : checkCounts(batch, counted)),
  ]
}

/** With the store's names, because a reader looks for the difference there. */
const asStored = (batch: Batch | null) =>
  batch === null ? null : { details: batch.details, version: batch.version, ...storedFromBatchProgress(batch) }

/** Items are done in the order of their positions, each with a link or a failure: so two sums and the last place say it all. */
const checkCounts = (batch: Batch, { items, links, failures, lastDone }: BatchCounted): ReadonlyArray<BatchBreach> => {
  const stored = itemTotals(batch.items)
  const counts = { total: items, processed: links + failures, failed: failures }
  const differing = (["total", "processed", "failed"] as const).filter((of) => stored[of] !== counts[of])
  return [
    ...differing.map((of) => ({ _tag: "BatchCountDiffers" as const, of, stored: stored[of], counted: counts[of] })),
    ...(lastDone > stored.claimed
      ? [{ _tag: "DoneUnclaimed" as const, claimed: stored.claimed, position: lastDone }]
      : []),
  ]
}
