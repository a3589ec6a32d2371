/**
 * Answers a command with what it causes, or with why it cannot be; answers news with what there is to record.
 *
 * Whether something is a repetition comes before whether it is allowed: a repetition causes nothing and is no fault. Only more
 * customers are more customers each time.
 */
import * as Result from "effect/Result"
import { type Batch, customersPerRequest } from "./batch.ts"
import { batchStatusOf, isBatchDone } from "./batch-status.ts"
import type { BatchCommand, BatchNews } from "./commands.ts"
import type { BatchChange } from "./events.ts"
import { BatchCommandName, type BatchRefusal, BatchRefused } from "./refusals.ts"

/** What a command causes: nothing where it was done before, an event otherwise, or the first reason against it. */
export const decideBatch = (
  batch: Batch,
  command: BatchCommand,
): Result.Result<ReadonlyArray<BatchChange>, BatchRefused> => {
  if (command._tag === "Cancel" && batch.canceledAt !== null) return Result.succeed([])
  const reason = reasonsAgainst(batch, command).at(0)
  return reason === undefined
    ? Result.succeed(effectsOf(batch, command))
    : Result.fail(
        new BatchRefused({
          command: command._tag,
          reason,
          status: batchStatusOf(batch),
          allowed: allowedBatchCommands(batch),
        }),
      )
}

/**
 * What to record of news, which is never refused: of the items told of, those that a worker was given and that were not done.
 * Of a canceled batch these are the ones that were in flight. Items are done in order, so news from beyond the next one says
 * nothing.
 *
 * The links to make are those of the items in the answer, and no others: what it leaves out somebody has made already.
 */
export const hearBatch = (batch: Batch, news: BatchNews): ReadonlyArray<BatchItemsDone> => {
  const first = Math.max(news.first, batch.processed + 1)
  const last = Math.min(news.last, batch.claimed)
  if (news.first > batch.processed + 1 || first > last) return []
  const failures = news.failures.filter(({ position }) => first <= position && position <= last)
  return [{ _tag: "ItemsDone", first, last, failures, at: news.at }]
}

type BatchItemsDone = Extract<BatchChange, { _tag: "ItemsDone" }>

/** Which commands would be accepted now, given sensible arguments. */
export const allowedBatchCommands = (batch: Batch): ReadonlyArray<BatchCommandName> => {
  const isAllowed: Readonly<Record<BatchCommandName, boolean>> = {
    AddCustomers: batch.canceledAt === null,
    Cancel: batch.canceledAt === null && againstGoingOn(batch).length === 0,
    ClaimItems: againstGoingOn(batch).length === 0,
  }
  return BatchCommandName.literals.filter((name) => isAllowed[name])
}

/** Items that a worker was given and that are not done: what a worker makes after its claim, be it the first for them or not. */
export const itemsInFlight = ({ processed, claimed }: Batch): { readonly after: number; readonly count: number } => ({
  after: processed,
  count: claimed - processed,
})

/** Reasons in rank order, each beside what makes it true. */
const holding = (candidates: ReadonlyArray<readonly [BatchRefusal, boolean]>): ReadonlyArray<BatchRefusal> =>
  candidates.filter(([, holds]) => holds).map(([reason]) => reason)

const againstGoingOn = (batch: Batch): ReadonlyArray<BatchRefusal> =>
  holding([
    ["AlreadyCanceled", batch.canceledAt !== null],
    ["AlreadyDone", isBatchDone(batch)],
  ])

/** Every reason against a command, in rank order. */
const reasonsAgainst = (batch: Batch, command: BatchCommand): ReadonlyArray<BatchRefusal> => {
  switch (command._tag) {
    case "AddCustomers":
      return holding([
        ["AlreadyCanceled", batch.canceledAt !== null],
        ["NoCustomers", command.count < customersPerRequest.min],
        ["TooManyCustomers", command.count > customersPerRequest.max],
      ])
    case "Cancel":
    case "ClaimItems":
      return againstGoingOn(batch)
  }
}

const effectsOf = (batch: Batch, command: BatchCommand): ReadonlyArray<BatchChange> => {
  switch (command._tag) {
    case "AddCustomers":
      return [{ _tag: "CustomersAdded", count: command.count, at: command.at }]
    case "Cancel":
      return [{ _tag: "BatchCanceled", at: command.at }]
    case "ClaimItems": {
      // Items whose worker died are claimed already: they come first again, and there is nothing to record.
      const last = Math.min(batch.total, batch.processed + Math.max(1, command.count))
      return last > batch.claimed ? [{ _tag: "ItemsClaimed", last, at: command.at }] : []
    }
  }
}
