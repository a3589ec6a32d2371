/**
 * The stored progress of a batch, counted up to a position. A row with contradicting counts is refused when it is read.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import type { BatchProgress } from "./batch.ts"
import { Count, itemCounts, itemTotals } from "./item-counts.ts"

/** The stored progress of a batch. */
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
/** The stored progress of a batch. */
export type StoredBatchProgress = typeof StoredBatchProgress.Type

/** The machine's progress, from the stored one. */
export const batchProgressFromStored = (stored: StoredBatchProgress): BatchProgress => {
  const { isStarted, canceledAt, updatedAt } = stored
  return { items: itemCounts(stored), isStarted, canceledAt, updatedAt }
}

/** The stored progress, from the machine's. Other fields of `progress` are left out. */
export const storedFromBatchProgress = (progress: BatchProgress): StoredBatchProgress => {
  const { items, isStarted, canceledAt, updatedAt } = progress
  return { ...itemTotals(items), isStarted, canceledAt, updatedAt }
}
