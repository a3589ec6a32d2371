// Every state that a batch can reach with a few customers.

import { type Batch, BatchStatus } from "@vintem/domain/batch"
import {
  addCustomers,
  type BatchMove,
  batchLaws,
  batchStepLaws,
  cancelBatch,
  claimItems,
  exampleBatch,
  itemsDone,
  testedBatch,
  walkOf,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

/** The state without versions and the time of the last event, which change no behaviour. */
const markOf = ({ version: _version, updatedAt: _updatedAt, details: _details, ...rest }: Batch): string =>
  JSON.stringify(rest)

const done: ReadonlyArray<BatchMove> = [1, 2, 3, 4, 5].flatMap((first) => [
  itemsDone(first, first),
  itemsDone(first, first, first),
  itemsDone(first, first + 1),
  itemsDone(first, first + 2, first + 1),
])

const laws = { markOf, stepLaws: batchStepLaws, stateLaws: batchLaws }

describe("every reachable state of a batch", () => {
  it("keeps the laws: five customers and several workers, to the end", () => {
    const { counterexample, shown } = walkOf(testedBatch, {
      ...laws,
      start: exampleBatch(5),
      moves: [claimItems(1), claimItems(2), claimItems(5), ...done, cancelBatch],
      depthMax: Number.POSITIVE_INFINITY,
    })
    expect(counterexample).toBeNull()
    expect(shown).toEqual(new Set(BatchStatus.literals))
  })

  it("keeps the laws: a list that grows, eight moves deep", () => {
    const { counterexample, shown } = walkOf(testedBatch, {
      ...laws,
      start: exampleBatch(1),
      moves: [addCustomers(1), addCustomers(2), claimItems(2), ...done, cancelBatch],
      depthMax: 8,
    })
    expect(counterexample).toBeNull()
    expect(shown).toEqual(new Set(BatchStatus.literals))
  })

  it("is reached by the shortest way, which a failure prints", () => {
    const { counterexample } = walkOf(testedBatch, {
      ...laws,
      start: exampleBatch(1),
      moves: [claimItems(2), itemsDone(1, 1, 1)],
      depthMax: 8,
      stateLaws: [{ name: "success", violation: ({ items }) => (items.failed > 0 ? "it failed" : null) }],
    })
    expect(counterexample).toBe(
      [
        "success (it failed) after",
        "  1. ClaimItems 2: processing",
        "  2. items 1 to 1 done, 1 failed: partial_failure",
      ].join("\n"),
    )
  })
})
