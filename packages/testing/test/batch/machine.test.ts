// The possible and impossible commands of a batch: stories, and the table of moves.

import {
  type Batch,
  BatchRefusal,
  type BatchStatus,
  batchMachine,
  batchPercent,
  batchStatusOf,
  Count,
  itemCounts,
  itemsInFlight,
} from "@vintem/domain/batch"
import {
  addCustomers,
  type BatchMove,
  batchCanceled,
  cancelBatch,
  claimItems,
  customersAdded,
  exampleBatch,
  itemsClaimed,
  itemsDone,
  stepOf,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const outcomeOf = (batch: Batch, move: BatchMove) => {
  const { refusal, changes } = stepOf(batchMachine, batch, move)
  return refusal?.reason ?? changes
}

const statusAfter = (batch: Batch, move: BatchMove): BatchStatus =>
  batchStatusOf(stepOf(batchMachine, batch, move).after)

/** One of each status. */
const batches: Readonly<Record<BatchStatus, Batch>> = {
  pending: exampleBatch(2),
  processing: exampleBatch(2, itemsClaimed(2)),
  completed: exampleBatch(2, itemsClaimed(2), itemsDone(1, 2)),
  partial_failure: exampleBatch(2, itemsClaimed(2), itemsDone(1, 2, 2)),
  canceled: exampleBatch(2, itemsClaimed(1), batchCanceled),
}

describe("the table of moves", () => {
  it.each<readonly [BatchStatus, BatchMove, BatchStatus | BatchRefusal]>([
    ["pending", claimItems(1), "processing"],
    ["processing", claimItems(1), "processing"],
    ["completed", claimItems(1), "AlreadyDone"],
    ["partial_failure", claimItems(1), "AlreadyDone"],
    ["canceled", claimItems(1), "AlreadyCanceled"],
    ["pending", itemsDone(1, 1), "pending"],
    ["processing", itemsDone(1, 1), "processing"],
    ["processing", itemsDone(1, 2), "completed"],
    ["processing", itemsDone(1, 2, 1), "partial_failure"],
    ["canceled", itemsDone(1, 1), "canceled"],
    ["pending", addCustomers(1), "pending"],
    ["processing", addCustomers(1), "processing"],
    ["completed", addCustomers(1), "pending"],
    ["partial_failure", addCustomers(1), "pending"],
    ["canceled", addCustomers(1), "AlreadyCanceled"],
    ["pending", cancelBatch, "canceled"],
    ["processing", cancelBatch, "canceled"],
    ["completed", cancelBatch, "AlreadyDone"],
    ["partial_failure", cancelBatch, "AlreadyDone"],
    ["canceled", cancelBatch, "canceled"],
  ])("%s: %j gives %s", (status, move, expected) => {
    expect(batchStatusOf(batches[status])).toBe(status)
    const { refusal } = stepOf(batchMachine, batches[status], move)
    expect(refusal?.reason ?? statusAfter(batches[status], move)).toBe(expected)
  })
})

describe("more customers", () => {
  // Each row fixes the fault that stopped the row above it.
  const rows: ReadonlyArray<readonly [BatchRefusal | null, Batch, number]> = [
    ["AlreadyCanceled", batches.canceled, 0],
    ["NoCustomers", batches.completed, 0],
    ["TooManyCustomers", batches.completed, 51],
    ["BatchFull", exampleBatch(9_951), 50],
    [null, exampleBatch(9_950), 50],
  ]

  it("are refused for each reason, in order of precedence", () => {
    expect(rows.flatMap(([reason]) => reason ?? [])).toEqual(
      BatchRefusal.literals.filter((one) => one !== "AlreadyDone"),
    )
  })

  it.each(rows)("are refused for %s", (reason, batch, count) => {
    expect(outcomeOf(batch, addCustomers(count))).toEqual(reason ?? [customersAdded(count)])
  })

  it("open a finished batch again; one that failed in part still ends so", () => {
    const grown = exampleBatch(2, itemsClaimed(2), itemsDone(1, 2, 2), customersAdded(1))
    expect(grown.items).toEqual({ made: 1, failed: 1, inFlight: 0, waiting: 1 })
    expect(batchStatusOf(grown)).toBe("pending")
    expect(statusAfter(stepOf(batchMachine, grown, claimItems(9)).after, itemsDone(3, 3))).toBe("partial_failure")
  })

  it("keep a batch at work, even if none of its items is claimed at the moment", () => {
    const between = exampleBatch(2, itemsClaimed(1), itemsDone(1, 1))
    expect(statusAfter(between, addCustomers(1))).toBe("processing")
  })
})

describe("a claim", () => {
  it("takes the next items, up to the limit and the end of the list", () => {
    expect(outcomeOf(exampleBatch(3), claimItems(2))).toEqual([itemsClaimed(2)])
    expect(outcomeOf(exampleBatch(3), claimItems(9))).toEqual([itemsClaimed(3)])
    expect(outcomeOf(exampleBatch(3, itemsClaimed(2), itemsDone(1, 2)), claimItems(2))).toEqual([itemsClaimed(3)])
  })

  it("records nothing for items whose worker died: they come first again", () => {
    const left = exampleBatch(5, itemsClaimed(3), itemsDone(1, 1))
    expect(outcomeOf(left, claimItems(2))).toEqual([])
    expect(itemsInFlight(left)).toEqual({ after: 1, count: 2 })
    expect(outcomeOf(left, claimItems(3))).toEqual([itemsClaimed(4)])
  })
})

describe("a report on items", () => {
  const working = exampleBatch(6, itemsClaimed(4), itemsDone(1, 2))

  it.each([
    ["the next ones", itemsDone(3, 4, 4), [itemsDone(3, 4, 4)]],
    ["what is done already", itemsDone(1, 2, 1), []],
    ["done ones and the next", itemsDone(1, 3, 1, 3), [itemsDone(3, 3, 3)]],
    ["claimed ones and others", itemsDone(3, 6, 3, 6), [itemsDone(3, 4, 3)]],
    ["what was not claimed", itemsDone(5, 6), []],
    ["what comes too early", itemsDone(4, 4), []],
  ])("records the new items of %s", (_, report, recorded) => {
    expect(outcomeOf(working, report)).toEqual(recorded)
  })

  it("counts the items in flight when the batch was canceled, and no others", () => {
    const canceled = exampleBatch(6, itemsClaimed(4), itemsDone(1, 2), batchCanceled)
    expect(outcomeOf(canceled, itemsDone(3, 6))).toEqual([itemsDone(3, 4)])
    expect(stepOf(batchMachine, canceled, itemsDone(3, 6)).after).toMatchObject({
      items: { made: 4, failed: 0, inFlight: 0, waiting: 2 },
    })
  })
})

describe("a cancelation", () => {
  it("does nothing the second time", () => {
    expect(outcomeOf(batches.canceled, cancelBatch)).toEqual([])
  })

  it("says which commands are possible instead", () => {
    const { refusal } = stepOf(batchMachine, batches.completed, cancelBatch)
    expect(refusal).toMatchObject({ command: "Cancel", status: "completed", allowed: ["AddCustomers"] })
  })
})

describe("batchPercent", () => {
  it.each([
    [0, 3, 0],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [3, 3, 100],
    [1, 8, 12.5],
    [1, 800, 0.13],
    [1, 32, 3.13],
    [1, 6, 16.67],
    [0, 0, 0],
    [49, 50, 98],
  ])("for %i of %i is %s", (processed, total, percent) => {
    const failed = Count.make(0)
    const items = itemCounts({
      total: Count.make(total),
      claimed: Count.make(total),
      processed: Count.make(processed),
      failed,
    })
    expect(batchPercent({ items })).toBe(percent)
  })
})
