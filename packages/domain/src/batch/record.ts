/**
 * What there is to record of a worker's report. A report is never refused.
 */
import type { Batch } from "./batch.ts"
import type { BatchReport } from "./commands.ts"
import type { BatchChange } from "./events.ts"
import { type Count, itemTotals } from "./item-counts.ts"

/**
 * What to record of a report: of the items it names, those that a worker was given and that were not done. Of a canceled batch these
 * are the ones that were in flight. Items are done in order, so a report that begins beyond the next one adds nothing.
 *
 * The links to make are those of the items in the answer, and no others: what it leaves out was made before.
 */
export const recordItemsDone = (batch: Batch, report: BatchReport): ReadonlyArray<BatchItemsDone> => {
  const { claimed, processed } = itemTotals(batch.items)
  const first = Math.max(report.first, processed + 1)
  const last = Math.min(report.last, claimed)
  if (report.first > processed + 1 || first > last) return []
  const failures = report.failures.filter(({ position }) => first <= position && position <= last)
  return [{ _tag: "ItemsDone", first, last, failures, at: report.at }]
}

type BatchItemsDone = Extract<BatchChange, { _tag: "ItemsDone" }>

/** Items that a worker has claimed and that are not done: the items that a worker makes after its claim, or another one after it. */
export const itemsInFlight = ({ items }: Batch): { readonly after: Count; readonly count: Count } => ({
  after: itemTotals(items).processed,
  count: items.inFlight,
})
