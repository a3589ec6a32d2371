// What is true of every batch: of each step of its life, of its end by cancelation, and of its log.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { batchesCreated, batchHistories } from "../../testing/batch/arbitraries.ts"
import { cancelBatch } from "../../testing/batch/example-batch.ts"
import { batchLaws, batchStepLaws } from "../../testing/batch/laws.ts"
import { batchMachine } from "../../testing/batch/live-batch.ts"
import { batchByTheBook } from "../../testing/batch/second-account.ts"
import { stepOf, stepsOf } from "../../testing/machine/machine.ts"
import { Batch } from "./batch.ts"
import { BatchStatus, batchRules, batchStatusOf } from "./batch-status.ts"
import { BatchEvent } from "./events.ts"
import { foldBatch } from "./evolve.ts"

describe("a batch", () => {
  it.each(batchLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(batchHistories, ({ steps }) => {
        for (const { after, move } of steps) expect(broken(after, move.at)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })
})

describe("each step of a batch", () => {
  it.each(batchStepLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(batchHistories, ({ steps }) => {
        for (const taken of steps) expect(broken(taken)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })

  it("finality: after a cancelation no new item starts, whatever is asked and told", () => {
    fc.assert(
      fc.property(batchHistories, batchHistories, ({ batch }, { steps }) => {
        const canceled = stepOf(batchMachine, batch, cancelBatch).after
        fc.pre(canceled.canceledAt !== null)
        const moves = steps.map(({ move }) => move)
        const end = stepsOf(batchMachine, canceled, moves).at(-1)?.after ?? canceled
        expect(end.claimed).toBe(canceled.claimed)
        expect(end.processed).toBeLessThanOrEqual(canceled.claimed)
        expect(batchStatusOf(end)).toBe("canceled")
      }),
      { numRuns: 200 },
    )
  })
})

describe("the books of a batch", () => {
  it("agreement: three counts say what a list of all items does", () => {
    fc.assert(
      fc.property(batchHistories, ({ created, changes, batch }) => {
        const { items, status } = batchByTheBook([created, ...changes])
        const isDone = (item: string) => item === "made" || item === "failed"
        expect(batchStatusOf(batch)).toBe(status)
        expect(batchRules.find(({ when }) => when(batch))?.status).toBe(status)
        expect(items).toHaveLength(batch.total)
        expect(items.filter(isDone)).toHaveLength(batch.processed)
        expect(items.filter((item) => item === "failed")).toHaveLength(batch.failed)
        expect(items.filter((item) => item !== "waiting")).toHaveLength(batch.claimed)
        // In order: what is done stands first, then what is claimed, then what waits.
        expect(items.slice(0, batch.processed).every(isDone)).toBe(true)
        expect(items.slice(batch.claimed).every((item) => item === "waiting")).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it("recollection: folding the log, up to anywhere, gives the batch as it was then", () => {
    fc.assert(
      fc.property(batchHistories, batchesCreated, ({ created, steps, changes, batch }, another) => {
        const log: ReadonlyArray<BatchEvent> = [created, ...changes]
        expect(foldBatch(log)).toEqual(batch)
        expect(batch.version).toBe(log.length)
        for (const { after } of steps) expect(foldBatch(log.slice(0, after.version))).toEqual(after)
        expect(foldBatch([])).toBeNull()
        expect(foldBatch([...log, another])).toBeNull()
        if (changes.length > 0) expect(foldBatch(changes)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })

  it("round trip: batch and log read back from JSON as they were written", () => {
    const readBatch = Schema.decodeUnknownSync(Schema.fromJsonString(Batch))
    const readLog = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(BatchEvent)))
    fc.assert(
      fc.property(batchHistories, ({ created, changes, batch }) => {
        expect(readBatch(JSON.stringify(batch))).toEqual(batch)
        expect(readLog(JSON.stringify([created, ...changes]))).toEqual([created, ...changes])
      }),
      { numRuns: 50 },
    )
  })

  it("reachability: every status is shown by some history", () => {
    const shown = new Set(
      fc
        .sample(batchHistories, { numRuns: 1_000, seed: 1 })
        .flatMap(({ steps }) => steps.map(({ after }) => batchStatusOf(after))),
    )
    expect(shown).toEqual(new Set(BatchStatus.literals))
    expect(new Set(batchRules.map(({ status }) => status))).toEqual(new Set(BatchStatus.literals))
  })
})
