/**
 * Applies what happened to a batch. It never refuses: what is recorded has happened.
 */
import { numbering } from "../machine/fold.ts"
import type { Batch } from "./batch.ts"
import { isBatchDone } from "./batch-status.ts"
import type { BatchChange, BatchCreated } from "./events.ts"

/** The batch as it stands the moment it is created. */
export const batchCreated = ({ details, count, at }: BatchCreated): Batch => ({
  details,
  version: 1,
  total: count,
  claimed: 0,
  processed: 0,
  failed: 0,
  isStarted: false,
  canceledAt: null,
  updatedAt: at,
})

const apply = (batch: Batch, event: BatchChange): Batch => {
  switch (event._tag) {
    case "CustomersAdded":
      return { ...batch, total: batch.total + event.count, isStarted: batch.isStarted && !isBatchDone(batch) }
    case "ItemsClaimed":
      return { ...batch, claimed: Math.max(batch.claimed, event.last), isStarted: true }
    case "ItemsDone":
      return { ...batch, processed: event.last, failed: batch.failed + event.failures.length }
    case "BatchCanceled":
      return { ...batch, canceledAt: batch.canceledAt ?? event.at }
  }
}

/** The batch after one more event. */
export const evolveBatch = numbering(apply)
