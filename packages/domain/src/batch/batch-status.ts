/** The status of a batch, from its progress: the first rule that holds decides. */
import * as Schema from "effect/Schema"
import { type StatusRules, statusBy } from "../machine/machine.ts"
import type { Batch } from "./batch.ts"
import { itemTotals } from "./item-counts.ts"

/** The progress of a batch in one word. */
export const BatchStatus = Schema.Literals(["pending", "processing", "completed", "partial_failure", "canceled"])
/** The progress of a batch in one word. */
export type BatchStatus = typeof BatchStatus.Type

/** The part of a batch its status depends on. */
export type BatchStanding = Pick<Batch, "items" | "isStarted" | "canceledAt">

/** True if no item waits or is in flight. */
export const isBatchDone = ({ items }: Pick<Batch, "items">): boolean => items.inFlight === 0 && items.waiting === 0

/** The first rule that holds decides. */
export const batchStatuses: StatusRules<BatchStanding, BatchStatus> = [
  { status: "canceled", because: "the company stopped it", when: ({ canceledAt }) => canceledAt !== null },
  {
    status: "partial_failure",
    because: "every item is done, and some failed",
    when: (batch) => isBatchDone(batch) && batch.items.failed > 0,
  },
  { status: "completed", because: "every item is done", when: isBatchDone },
  { status: "processing", because: "a worker has begun", when: ({ isStarted }) => isStarted },
  { status: "pending", because: "items wait, and no worker has begun", when: () => true },
]

/** The status of a batch: derived, never stored. */
export const batchStatusOf = (batch: BatchStanding): BatchStatus => statusBy(batchStatuses, batch, null)

/** The done part of a batch, in percent with at most two decimals, rounded half up. 0 if there is nothing to do. */
export const batchPercent = ({ items }: Pick<Batch, "items">): number => {
  const { processed, total } = itemTotals(items)
  return total === 0 ? 0 : Math.floor((processed * 20_000 + total) / (2 * total)) / 100
}
