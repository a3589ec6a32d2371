/**
 * A second implementation of a batch's progress, separate from the first on purpose: it keeps the state of every item,
 * and counts them.
 */
import type { BatchEvent, BatchStatus } from "@vintem/domain/batch"

type ItemState = "waiting" | "claimed" | "made" | "failed"

/** The counts of a log. */
export interface CountedBatch {
  /** The states of the items, beginning with position 1. */
  readonly items: ReadonlyArray<ItemState>
  readonly status: BatchStatus
}

/** Counts a log, in another way than the machine does. */
export const recountedBatch = (log: ReadonlyArray<BatchEvent>): CountedBatch => {
  const items: Array<ItemState> = []
  let status: BatchStatus = "pending"
  const isDone = () => items.every((item) => item === "made" || item === "failed")
  const put = (position: number, state: ItemState) => {
    items[position - 1] = state
  }
  for (const event of log) {
    switch (event._tag) {
      case "BatchCreated":
      case "CustomersAdded":
        if (isDone()) status = "pending"
        for (let n = 0; n < event.count; n += 1) items.push("waiting")
        break
      case "ItemsClaimed":
        items.forEach((item, index) => {
          if (item === "waiting" && index < event.last) put(index + 1, "claimed")
        })
        status = "processing"
        break
      case "ItemsDone":
        for (let position = event.first; position <= event.last; position += 1) put(position, "made")
        for (const { position } of event.failures) put(position, "failed")
        if (isDone() && status !== "canceled") status = items.includes("failed") ? "partial_failure" : "completed"
        break
      case "BatchCanceled":
        status = "canceled"
    }
  }
  return { items, status }
}
