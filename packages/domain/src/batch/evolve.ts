/**
 * Applies what happened to a batch. It never refuses: what is recorded has happened.
 */
import { numbering } from "../machine/fold.ts"
import type { Batch } from "./batch.ts"
import { isBatchDone } from "./batch-status.ts"
import type { BatchChange, BatchCreated } from "./events.ts"
import { itemsAdded, itemsClaimed, itemsDone, itemsWaiting } from "./item-counts.ts"

/** The batch at its creation. */
export const batchCreated = ({ details, count, at }: BatchCreated): Batch => ({
  details,
  version: 1,
  items: itemsWaiting(count),
  isStarted: false,
  canceledAt: null,
  updatedAt: at,
})

const apply = (batch: Batch, event: BatchChange): Batch => {
  switch (event._tag) {
    case "CustomersAdded":
      return {
        ...batch,
        items: itemsAdded(batch.items, event.count),
        isStarted: batch.isStarted && !isBatchDone(batch),
      }
    case "ItemsClaimed":
      return { ...batch, items: itemsClaimed(batch.items, event.last), isStarted: true }
    case "ItemsDone":
      return { ...batch, items: itemsDone(batch.items, event.last, event.failures.length) }
    case "BatchCanceled":
      return { ...batch, canceledAt: batch.canceledAt ?? event.at }
  }
}

/** The batch after one more event. */
export const evolveBatch = numbering(apply)
