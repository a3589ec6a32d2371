/**
 * What is true of every batch and of every step it takes.
 */

import { type Batch, customersPerRequest } from "../../src/batch/batch.ts"
import { batchPercent, batchStatusOf } from "../../src/batch/batch-status.ts"
import { allowedBatchCommands } from "../../src/batch/decide.ts"
import type { BatchCommandName } from "../../src/batch/refusals.ts"
import type { Instant } from "../../src/calendar/instant.ts"
import { brokenAt, brokenIn, type MachineStepLaw, type StateLaw, unless } from "../machine/law.ts"
import { stepOf, stepsOf } from "../machine/machine.ts"
import { type BatchMove, type BatchStep, batchMachine } from "./live-batch.ts"

/** What is true of a batch at any instant of its life. */
export const batchLaws: ReadonlyArray<StateLaw<Batch, Instant>> = [
  {
    name: "counting: failed are done, done were claimed, and claimed are on the list",
    broken: ({ failed, processed, claimed, total }) =>
      unless(
        0 <= failed && failed <= processed && processed <= claimed && claimed <= total && total >= 1,
        () => `${failed} failed, ${processed} done, ${claimed} claimed, ${total} in all`,
      ),
  },
  {
    name: "counting: the percentage is within half a hundredth of the exact one",
    broken: (batch) => {
      const percent = batchPercent(batch)
      return unless(
        Math.abs(percent - (batch.processed / batch.total) * 100) <= 0.005 + 1e-9 &&
          Number(percent.toFixed(2)) === percent,
        () => `${percent} of ${batch.processed}/${batch.total}`,
      )
    },
  },
  {
    name: "candor: the commands said to be allowed are those that would be accepted",
    broken: (batch, at) => {
      const said = allowedBatchCommands(batch).join(", ")
      const accepted = acceptedCommands(batch, at).join(", ")
      return unless(said === accepted, () => `said: ${said || "none"}; accepted: ${accepted || "none"}`)
    },
  },
  {
    name: "way out: workers bring every batch to an end that was not canceled",
    broken: (batch, at) => {
      const { total } = batch
      const status = batchStatusOf(
        stepsOf(batchMachine, batch, [
          { _tag: "ClaimItems", count: total, at },
          { _tag: "ItemsDone", first: 1, last: total, failures: [], at },
        ]).at(-1)?.after ?? batch,
      )
      return unless(endStatuses.has(status), () => `no way out of ${status}`)
    },
  },
]

/** What is true of every step from one batch to the next. */
export const batchStepLaws: ReadonlyArray<MachineStepLaw<BatchStep>> = [
  {
    name: "acceptance: news is never refused, and a refused command changes nothing",
    broken: ({ move, refusal, changes }) =>
      unless(
        refusal === null || (move._tag !== "ItemsDone" && changes.length === 0),
        () => `${refusal?.reason} and yet recorded`,
      ),
  },
  {
    name: "silence: what was done or told before causes nothing; only more customers are more each time",
    broken: ({ after, move, refusal }) => {
      if (move._tag === "AddCustomers") return null
      const again = stepOf(batchMachine, after, move)
      return unless(
        refusal === null ? again.changes.length === 0 : again.refusal !== null,
        () => `the second time: ${again.refusal?.reason ?? `${again.changes.length} events`}`,
      )
    },
  },
  {
    name: "permanence: no count ever falls, and a canceled batch stays canceled",
    broken: ({ before, after }) =>
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
    name: "numbering: the version counts the events",
    broken: ({ before, changes, after }) =>
      unless(after.version === before.version + changes.length, () => `${changes.length} events, ${after.version}`),
  },
  {
    name: "finality: once a batch is canceled no item starts, and its list does not grow",
    broken: ({ before, after }) =>
      unless(
        before.canceledAt === null || (after.claimed === before.claimed && after.total === before.total),
        () => `claimed ${after.claimed - before.claimed} more, added ${after.total - before.total}`,
      ),
  },
  {
    name: "uniqueness: an item is done once, in its turn, and by a worker it was given to",
    broken: ({ before, changes, after }) =>
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

/** The laws a batch breaks, with what is wrong. */
export const brokenByBatch = (batch: Batch, at: Instant): ReadonlyArray<string> => brokenAt(batchLaws, batch, at)

/** The laws a step breaks, with what is wrong. */
export const brokenByBatchStep = (taken: BatchStep): ReadonlyArray<string> => brokenIn(batchStepLaws, taken)

const endStatuses: ReadonlySet<string> = new Set(["completed", "partial_failure", "canceled"])

/** The commands of which at least one form is accepted now, and not as a repetition. */
const acceptedCommands = (batch: Batch, at: Instant): ReadonlyArray<BatchCommandName> => {
  const forms: ReadonlyArray<BatchMove & { readonly _tag: BatchCommandName }> = [
    { _tag: "AddCustomers", count: customersPerRequest.max, at },
    { _tag: "Cancel", at },
    { _tag: "ClaimItems", count: batch.total, at },
  ]
  return forms
    .filter((form) => {
      const { refusal, changes } = stepOf(batchMachine, batch, form)
      // A claim of items whose worker died is accepted, and has nothing to record.
      return refusal === null && (changes.length > 0 || form._tag === "ClaimItems")
    })
    .map(({ _tag }) => _tag)
}
