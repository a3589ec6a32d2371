/**
 * What can be asked of a batch, when it is refused, and what it causes.
 */
import type { CommandRules } from "../machine/machine.ts"
import { type Batch, customersOfBatchMax, customersPerRequest } from "./batch.ts"
import { isBatchDone } from "./batch-status.ts"
import { itemTotals } from "./item-counts.ts"
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
