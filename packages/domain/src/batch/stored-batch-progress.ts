/**
 * How far a batch has come, as it is stored: counted up to a position. A row whose counts contradict each other is refused as it
 * is read.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import type { BatchProgress } from "./batch.ts"
import { Count, itemCounts, itemTotals } from "./item-counts.ts"

/** How far a batch has come, as it is stored. */
export const StoredBatchProgress = Schema.Struct({
  total: Count,
  claimed: Count,
  processed: Count,
  failed: Count,
  isStarted: Schema.Boolean,
  canceledAt: Schema.NullOr(Instant),
  updatedAt: Instant,
}).check(
  Schema.makeFilter(
    ({ total, claimed, processed, failed }) => failed <= processed && processed <= claimed && claimed <= total,
    {
      expected: "a batch with failed ≤ processed ≤ claimed ≤ total",
    },
  ),
)
/** How far a batch has come, as it is stored. */
export type StoredBatchProgress = typeof StoredBatchProgress.Type

/** What is stored, as the machine knows it. */
export const batchProgressFromStored = (stored: StoredBatchProgress): BatchProgress => {
  const { isStarted, canceledAt, updatedAt } = stored
  return { items: itemCounts(stored), isStarted, canceledAt, updatedAt }
}

/** What is to be stored. Parts of `progress` that are not of a batch's progress are left out. */
export const storedFromBatchProgress = (progress: BatchProgress): StoredBatchProgress => {
  const { items, isStarted, canceledAt, updatedAt } = progress
  return { ...itemTotals(items), isStarted, canceledAt, updatedAt }
}
