/**
 * What can be asked of a batch, when it is refused, and what it causes; and what there is to record of a worker's report.
 */
import type { CommandRules } from "../machine/machine.ts"
import { type Batch, customersOfBatchMax, customersPerRequest } from "./batch.ts"
import { isBatchDone } from "./batch-status.ts"
import type { BatchReport } from "./commands.ts"
import type { BatchChange } from "./events.ts"
import { type Count, itemTotals } from "./item-counts.ts"
import type { BatchTypes } from "./machine.ts"

const isCanceled = ({ canceledAt }: Batch): boolean => canceledAt !== null

/**
 * Each command: when it is a repetition, the reasons against it by rank, and what it causes. To add customers is no repetition: they are
 * more each time.
 */
export const batchCommands: CommandRules<BatchTypes> = {
  AddCustomers: {
    isRepetition: () => false,
    refusals: [
      { reason: "AlreadyCanceled", when: isCanceled },
      { reason: "NoCustomers", when: (_, { count = customersPerRequest.min }) => count < customersPerRequest.min },
      { reason: "TooManyCustomers", when: (_, { count = customersPerRequest.min }) => count > customersPerRequest.max },
      {
        reason: "BatchFull",
        when: ({ items }, { count = customersPerRequest.min }) => itemTotals(items).total + count > customersOfBatchMax,
      },
    ],
    effects: (_, { count, at }) => [{ _tag: "CustomersAdded", count, at }],
  },
  Cancel: {
    isRepetition: isCanceled,
    refusals: [{ reason: "AlreadyDone", when: isBatchDone }],
    effects: (_, { at }) => [{ _tag: "BatchCanceled", at }],
  },
  ClaimItems: {
    isRepetition: () => false,
    refusals: [
      { reason: "AlreadyCanceled", when: isCanceled },
      { reason: "AlreadyDone", when: isBatchDone },
    ],
    effects: (batch, { count, at }) => {
      // Items whose worker died are claimed already: they come first again, and there is nothing to record.
      const { total, claimed, processed } = itemTotals(batch.items)
      const last = Math.min(total, processed + Math.max(1, count))
      return last > claimed ? [{ _tag: "ItemsClaimed", last, at }] : []
    },
  },
}

/**
 * What to record of a report: of the items it names, those that a worker was given and that were not done. Of a canceled batch these
 * are the ones that were in flight. Items are done in order, so a report that begins beyond the next one adds nothing.
 *
 * The links to make are those of the items in the answer, and no others: what it leaves out was made before.
 */
export const recordItemsDone = (batch: Batch, report: BatchReport): ReadonlyArray<BatchItemsDone> => {
  const { claimed, processed } = itemTotals(batch.items)
  const first = Math.max(report.first, processed + 1)
  const last = Math.min(report.last, claimed)
  if (report.first > processed + 1 || first > last) return []
  const failures = report.failures.filter(({ position }) => first <= position && position <= last)
  return [{ _tag: "ItemsDone", first, last, failures, at: report.at }]
}

type BatchItemsDone = Extract<BatchChange, { _tag: "ItemsDone" }>

/** Items that a worker has claimed and that are not done: the items that a worker makes after its claim, or another one after it. */
export const itemsInFlight = ({ items }: Batch): { readonly after: Count; readonly count: Count } => ({
  after: itemTotals(items).processed,
  count: items.inFlight,
})
