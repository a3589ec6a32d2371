/**
 * What is true of every batch and of every step it takes.
 */

import type { Batch } from "../../src/batch/batch.ts"
import { batchPercent, batchStatusOf } from "../../src/batch/batch-status.ts"
import { batchMachine } from "../../src/batch/machine.ts"
import { type StateLaw, type StepLaw, unless } from "../machine/laws.ts"
import { stepsOf } from "../machine/step.ts"
import type { BatchStep } from "./tested-batch.ts"

/** What is true of a batch at any instant of its life. */
export const batchLaws: ReadonlyArray<StateLaw<Batch>> = [
  {
    name: "counting: failed are done, done were claimed, and claimed are on the list",
    violation: ({ failed, processed, claimed, total }) =>
      unless(
        0 <= failed && failed <= processed && processed <= claimed && claimed <= total && total >= 1,
        () => `${failed} failed, ${processed} done, ${claimed} claimed, ${total} in all`,
      ),
  },
  {
    name: "counting: the percentage is within half a hundredth of the exact one",
    violation: (batch) => {
      const percent = batchPercent(batch)
      return unless(
        Math.abs(percent - (batch.processed / batch.total) * 100) <= 0.005 + 1e-9 &&
          Number(percent.toFixed(2)) === percent,
        () => `${percent} of ${batch.processed}/${batch.total}`,
      )
    },
  },
  {
    name: "way out: workers bring every batch to an end that was not canceled",
    violation: (batch, at) => {
      const { total } = batch
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

/** What is true of every step from one batch to the next. */
export const batchStepLaws: ReadonlyArray<StepLaw<BatchStep>> = [
  {
    name: "permanence: no count ever falls, and a canceled batch stays canceled",
    violation: ({ before, after }) =>
      unless(
        before.total <= after.total &&
          before.claimed <= after.claimed &&
          before.processed <= after.processed &&
          before.failed <= after.failed &&
          (before.canceledAt === null || after.canceledAt === before.canceledAt),
        () => "something was forgotten",
      ),
  },
  {
    name: "finality: once a batch is canceled no item starts, and its list does not grow",
    violation: ({ before, after }) =>
      unless(
        before.canceledAt === null || (after.claimed === before.claimed && after.total === before.total),
        () => `claimed ${after.claimed - before.claimed} more, added ${after.total - before.total}`,
      ),
  },
  {
    name: "uniqueness: an item is done once, in its turn, and by a worker it was given to",
    violation: ({ before, changes, after }) =>
      unless(
        changes.every(
          (change) =>
            change._tag !== "ItemsDone" ||
            (change.first === before.processed + 1 && change.last <= before.claimed && after.processed === change.last),
        ),
        () => `done to ${before.processed}, then ${JSON.stringify(changes)}`,
      ),
  },
]
