// Laws of every batch: of each step of its life, of its end by cancelation, and of its log.

import {
  BatchDetails,
  BatchEvent,
  BatchRefusal,
  BatchStatus,
  batchMachine,
  batchProgressFromStored,
  batchStatusOf,
  itemTotals,
  StoredBatchProgress,
  storedFromBatchProgress,
} from "@vintem/domain/batch"
import {
  batchHistories,
  batchLaws,
  batchStepLaws,
  cancelBatch,
  machineSuite,
  recountedBatch,
  stateAfter,
  stepOf,
  testedBatch,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const readDetails = Schema.decodeSync(Schema.fromJsonString(BatchDetails))
const readProgress = Schema.decodeSync(Schema.fromJsonString(StoredBatchProgress))

machineSuite("a batch", {
  tested: testedBatch,
  lives: batchHistories.map(({ created, steps }) => ({ creation: created, steps })),
  stateLaws: batchLaws,
  stepLaws: batchStepLaws,
  statuses: BatchStatus.literals,
  refusals: BatchRefusal.literals,
  recountedStatus: (log) => recountedBatch(log).status,
  readBack: ({ details, version, ...progress }) => ({
    details: readDetails(JSON.stringify(details)),
    version,
    ...batchProgressFromStored(readProgress(JSON.stringify(storedFromBatchProgress(progress)))),
  }),
  readLog: Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(BatchEvent))),
})

describe("each step of a batch", () => {
  it("finality: after a cancelation no new item starts, whatever commands and reports come", () => {
    fc.assert(
      fc.property(batchHistories, batchHistories, ({ batch }, { steps }) => {
        const canceled = stepOf(batchMachine, batch, cancelBatch).after
        fc.pre(canceled.canceledAt !== null)
        const end = stateAfter(
          batchMachine,
          canceled,
          steps.map(({ move }) => move),
        )
        const { claimed } = itemTotals(canceled.items)
        expect(itemTotals(end.items).claimed).toBe(claimed)
        expect(itemTotals(end.items).processed).toBeLessThanOrEqual(claimed)
        expect(batchStatusOf(end)).toBe("canceled")
      }),
      { numRuns: 200 },
    )
  })
})

describe("the books of a batch", () => {
  it("agreement: the counts match a list of all items", () => {
    fc.assert(
      fc.property(batchHistories, ({ created, changes, batch }) => {
        const { items } = recountedBatch([created, ...changes])
        const { total, claimed, processed, failed } = itemTotals(batch.items)
        const isDone = (item: string) => item === "made" || item === "failed"
        expect(items).toHaveLength(total)
        expect(items.filter(isDone)).toHaveLength(processed)
        expect(items.filter((item) => item === "failed")).toHaveLength(failed)
        expect(items.filter((item) => item !== "waiting")).toHaveLength(claimed)
        // In order: done items first, then claimed ones, then waiting ones.
        expect(items.slice(0, processed).every(isDone)).toBe(true)
        expect(items.slice(claimed).every((item) => item === "waiting")).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
