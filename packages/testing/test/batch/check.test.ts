// The faults that the audit finds in a stored batch.

import { type BatchBreach, type BatchEvent, checkBatch, customersAddedBy, type FoundBatch } from "@vintem/domain/batch"
import type { FoundEvent } from "@vintem/domain/machine"
import { customersAdded, exampleBatch, exampleBatchCreated, exampleNow, itemsClaimed, itemsDone } from "@vintem/testing"
import { describe, expect, it } from "vitest"

// Six customers, four of them claimed by a worker: two have links, and one failed.
const created = exampleBatchCreated(4)
const changes = [customersAdded(2), itemsClaimed(4), itemsDone(1, 3, 2)]
const events: ReadonlyArray<BatchEvent> = [created, ...changes]
const batch = exampleBatch(4, ...changes)
const log: ReadonlyArray<FoundEvent<BatchEvent>> = events.map((event, index) => ({ sequence: index + 1, event }))
const counted = { items: 6, links: 2, failures: 1, lastDone: 3 }
const sound: FoundBatch = { batch, log, counted }

describe("checkBatch", () => {
  it("finds no fault in a right batch, also if every claimed customer is done", () => {
    expect(checkBatch(sound)).toEqual([])
    const done = itemsDone(4, 4)
    expect(
      checkBatch({
        batch: exampleBatch(4, ...changes, done),
        log: [...log, { sequence: 5, event: done }],
        counted: { ...counted, links: 3, lastDone: 4 },
      }),
    ).toEqual([])
  })

  it.each<readonly [string, Partial<FoundBatch>, ReadonlyArray<BatchBreach>]>([
    ["no log", { log: [] }, [{ _tag: "LogMissing" }]],
    ["an event that was lost", { log: log.toSpliced(1, 1) }, [{ _tag: "LogGap", expected: 2, found: 3 }]],
    [
      "a cancelation that is not in its log",
      { batch: { ...batch, canceledAt: exampleNow } },
      [{ _tag: "StateDiffers", part: "canceledAt", stored: exampleNow, folded: "(nothing)" }],
    ],
    [
      "a version that its log does not have, under the name of the store",
      { batch: { ...batch, version: 5 } },
      [{ _tag: "StateDiffers", part: "version", stored: 5, folded: 4 }],
    ],
    [
      "another name",
      { batch: { ...batch, details: { ...batch.details, name: "Turma de abril" } } },
      [{ _tag: "StateDiffers", part: "details.name", stored: "(text)", folded: "(text)" }],
    ],
    ["a batch that cannot be read, beside a sound log", { batch: null, counted: { ...counted, items: 0 } }, []],
    [
      "an event that cannot be read, and so nothing to compare the state with",
      { batch: { ...batch, canceledAt: exampleNow }, log: log.with(1, { sequence: 2, event: null }) },
      [],
    ],
    [
      "a customer who is not on the list",
      { counted: { ...counted, items: 5 } },
      [{ _tag: "BatchCountDiffers", of: "total", stored: 6, counted: 5 }],
    ],
    [
      "a link that is missing",
      { counted: { ...counted, links: 1 } },
      [{ _tag: "BatchCountDiffers", of: "processed", stored: 3, counted: 2 }],
    ],
    [
      "a failure that was made a link",
      { counted: { ...counted, links: 3, failures: 0 } },
      [{ _tag: "BatchCountDiffers", of: "failed", stored: 1, counted: 0 }],
    ],
    [
      "a link of a customer whom no worker was given",
      { counted: { ...counted, lastDone: 5 } },
      [{ _tag: "DoneUnclaimed", claimed: 4, position: 5 }],
    ],
  ])("names %s", (_, found, breaches) => {
    expect(checkBatch({ ...sound, ...found })).toEqual(breaches)
  })
})

describe("customersAddedBy", () => {
  it("counts the customers of the creation and of every addition, and no others", () => {
    expect(customersAddedBy(events)).toBe(6)
    expect(customersAddedBy([created])).toBe(4)
    expect(customersAddedBy(changes.slice(1))).toBe(0)
  })
})
