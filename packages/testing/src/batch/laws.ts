/** Laws of every batch and of every step it takes. */

import { type Batch, batchMachine, batchPercent, batchStatusOf, itemTotals } from "@vintem/domain/batch"
import { type StateLaw, type StepLaw, unless } from "../machine/laws.ts"
import { stepsOf } from "../machine/step.ts"
import type { BatchStep } from "./tested-batch.ts"

/** Laws of a batch at any instant of its life. */
export const batchLaws: ReadonlyArray<StateLaw<Batch>> = [
  {
    name: "counting: failed are done, done were claimed, and claimed are on the list",
    violation: ({ items }) => {
      const { failed, processed, claimed, total } = itemTotals(items)
      return unless(
        0 <= failed && failed <= processed && processed <= claimed && claimed <= total && total >= 1,
        () => `${failed} failed, ${processed} done, ${claimed} claimed, ${total} in all`,
      )
    },
  },
  {
    name: "counting: the percentage is within half a hundredth of the exact one",
    violation: (batch) => {
      const percent = batchPercent(batch)
      const { processed, total } = itemTotals(batch.items)
      return unless(
        Math.abs(percent - (processed / total) * 100) <= 0.005 + 1e-9 && Number(percent.toFixed(2)) === percent,
        () => `${percent} of ${processed}/${total}`,
      )
    },
  },
  {
    name: "way out: workers bring every batch to an end that was not canceled",
    violation: (batch, at) => {
      const { total } = itemTotals(batch.items)
      const status = batchStatusOf(
        stepsOf(batchMachine, batch, [
          { _tag: "ClaimItems", count: total, at },
          { _tag: "ItemsDone", first: 1, last: total, failures: [], at },
        ]).at(-1)?.after ?? batch,
      )
      return unless(batchMachine.final.includes(status), () => `no way out of ${status}`)
    },
  },
]

/** Laws of every step from one batch to the next. */
export const batchStepLaws: ReadonlyArray<StepLaw<BatchStep>> = [
  {
    name: "permanence: no count ever falls, and a canceled batch stays canceled",
    violation: ({ before, after }) => {
      const [earlier, later] = [itemTotals(before.items), itemTotals(after.items)]
      return unless(
        earlier.total <= later.total &&
          earlier.claimed <= later.claimed &&
          earlier.processed <= later.processed &&
          earlier.failed <= later.failed &&
          (before.canceledAt === null || after.canceledAt === before.canceledAt),
        () => "something was forgotten",
      )
    },
  },
  {
    name: "finality: once a batch is canceled no item starts, and its list does not grow",
    violation: ({ before, after }) => {
      const [earlier, later] = [itemTotals(before.items), itemTotals(after.items)]
      return unless(
        before.canceledAt === null || (later.claimed === earlier.claimed && later.total === earlier.total),
        () => `claimed ${later.claimed - earlier.claimed} more, added ${later.total - earlier.total}`,
      )
    },
  },
  {
    name: "uniqueness: an item is done once, in order, and by a worker it was given to",
    violation: ({ before, changes, after }) => {
      const [{ processed, claimed }, later] = [itemTotals(before.items), itemTotals(after.items)]
      return unless(
        changes.every(
          (change) =>
            change._tag !== "ItemsDone" ||
            (change.first === processed + 1 && change.last <= claimed && later.processed === change.last),
        ),
        () => `done to ${processed}, then ${JSON.stringify(changes)}`,
      )
    },
  },
]
