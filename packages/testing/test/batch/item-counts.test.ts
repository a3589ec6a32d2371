// No events, whatever they contain, make counts that contradict each other, and no row with such counts is read.

import {
  type ItemCounts,
  itemCounts,
  itemsAdded,
  itemsClaimed,
  itemsDone,
  itemsWaiting,
  itemTotals,
  StoredBatchProgress,
  storedFromBatchProgress,
} from "@vintem/domain/batch"
import { exampleBatch } from "@vintem/testing"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const numbers = fc.integer({ min: -5, max: 30 })

/** Steps by the events of a damaged log: items claimed that do not exist, done without a claim, failed twice. */
const steps = fc.array(
  fc.oneof(
    numbers.map((added) => (items: ItemCounts) => itemsAdded(items, added)),
    numbers.map((last) => (items: ItemCounts) => itemsClaimed(items, last)),
    fc.tuple(numbers, numbers).map(
      ([last, failures]) =>
        (items: ItemCounts) =>
          itemsDone(items, last, failures),
    ),
  ),
  { maxLength: 12 },
)

describe("the counts of a batch's items", () => {
  it("order: never more failed than done, done than claimed, or claimed than on the list, whatever is reported", () => {
    fc.assert(
      fc.property(numbers, steps, (added, all) => {
        const { failed, processed, claimed, total } = itemTotals(
          all.reduce((items, step) => step(items), itemsWaiting(added)),
        )
        expect([failed, processed, claimed, total].toSorted((one, other) => one - other)).toEqual([
          ...[failed, processed, claimed, total],
        ])
        expect(failed).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it("round trip: match the counts up to a position", () => {
    fc.assert(
      fc.property(numbers, steps, (added, all) => {
        const items = all.reduce((before, step) => step(before), itemsWaiting(added))
        expect(itemCounts(itemTotals(items))).toEqual(items)
      }),
    )
  })

  it("claim waiting items, and no more", () => {
    expect(itemsClaimed(itemsWaiting(3), 2)).toEqual({ made: 0, failed: 0, inFlight: 2, waiting: 1 })
    expect(itemsClaimed(itemsWaiting(3), 9)).toEqual({ made: 0, failed: 0, inFlight: 3, waiting: 0 })
    expect(itemsClaimed(itemsClaimed(itemsWaiting(3), 2), 1)).toEqual({ made: 0, failed: 0, inFlight: 2, waiting: 1 })
  })

  it("are done if they were in flight, and failed if they are done", () => {
    const claimed = itemsClaimed(itemsWaiting(5), 3)
    expect(itemsDone(claimed, 2, 1)).toEqual({ made: 1, failed: 1, inFlight: 1, waiting: 2 })
    expect(itemsDone(claimed, 5, 9)).toEqual({ made: 0, failed: 3, inFlight: 0, waiting: 2 })
  })
})

describe("a stored batch", () => {
  const decode = Schema.decodeUnknownResult(StoredBatchProgress)
  const stored = storedFromBatchProgress(exampleBatch(3))

  it("stores counts up to a position", () => {
    expect(stored).toMatchObject({ total: 3, claimed: 0, processed: 0, failed: 0 })
  })

  const outOfOrder = "a batch with failed ≤ processed"

  it.each([
    [{ claimed: 4 }, outOfOrder],
    [{ claimed: 2, processed: 3 }, outOfOrder],
    [{ claimed: 3, processed: 1, failed: 2 }, outOfOrder],
    [{ failed: -1 }, "a value greater than or equal to 0"],
  ])("is refused with %j, with the reason", (counts, why) => {
    const read = decode({ ...stored, ...counts })
    expect(Result.isFailure(read) ? String(read.failure) : read.success).toContain(why)
  })
})
