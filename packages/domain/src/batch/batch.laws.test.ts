// What is true of every batch: of each step of its life, of its end by cancelation, and of its log.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { batchHistories } from "../../testing/batch/arbitraries.ts"
import { cancelBatch } from "../../testing/batch/example-batch.ts"
import { batchLaws, batchStepLaws } from "../../testing/batch/laws.ts"
import { recountedBatch } from "../../testing/batch/recount.ts"
import { testedBatch } from "../../testing/batch/tested-batch.ts"
import { machineSuite } from "../../testing/machine/machine-suite.ts"
import { stateAfter, stepOf } from "../../testing/machine/step.ts"
import { Batch } from "./batch.ts"
import { BatchStatus, batchStatusOf } from "./batch-status.ts"
import { BatchEvent } from "./events.ts"
import { batchMachine } from "./machine.ts"
import { BatchRefusal } from "./refusals.ts"

machineSuite("a batch", {
  tested: testedBatch,
  lives: batchHistories.map(({ created, steps }) => ({ creation: created, steps })),
  stateLaws: batchLaws,
  stepLaws: batchStepLaws,
  statuses: BatchStatus.literals,
  refusals: BatchRefusal.literals,
  recountedStatus: (log) => recountedBatch(log).status,
  readState: Schema.decodeUnknownSync(Schema.fromJsonString(Batch)),
  readLog: Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(BatchEvent))),
})

describe("each step of a batch", () => {
  it("finality: after a cancelation no new item starts, whatever is asked and reported", () => {
    fc.assert(
      fc.property(batchHistories, batchHistories, ({ batch }, { steps }) => {
        const canceled = stepOf(batchMachine, batch, cancelBatch).after
        fc.pre(canceled.canceledAt !== null)
        const end = stateAfter(
          batchMachine,
          canceled,
          steps.map(({ move }) => move),
        )
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
        const { items } = recountedBatch([created, ...changes])
        const isDone = (item: string) => item === "made" || item === "failed"
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
})
