/**
 * How many items of a batch wait, are in flight and are done.
 *
 * Items are taken in the order of their positions, so these four numbers give the state of each item. They are parts of
 * a sum, so no values can contradict each other: never more items done than claimed, claimed than present, or failed
 * than done.
 *
 * @see docs/decisions/links-and-batches.md#0226
 */
import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** A count: whole, zero or more. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(Schema.brand("Count"))
export type Count = typeof Count.Type

/** Every item is in exactly one of these. */
export interface ItemCounts {
  /** Items with a link. */
  readonly made: Count
  /** Items whose link cannot be made. */
  readonly failed: Count
  /** Items that a worker has claimed. */
  readonly inFlight: Count
  readonly waiting: Count
}

/** Totals up to a position: `failed ≤ processed ≤ claimed ≤ total`. */
export interface ItemTotals {
  /** How many items there are, at positions 1 to `total`. */
  readonly total: Count
  /** Items up to here have been given to a worker at least once. */
  readonly claimed: Count
  /** Items up to here are done: made, or failed for good. */
  readonly processed: Count
  /** Failed items among the done ones. */
  readonly failed: Count
}

/** Counts up to a position. */
export const itemTotals = ({ made, failed, inFlight, waiting }: ItemCounts): ItemTotals => {
  const processed = made + failed
  const claimed = processed + inFlight
  return { total: count(claimed + waiting), claimed: count(claimed), processed: count(processed), failed }
}

/** The inverse of `itemTotals`. Contradicting totals are limited to what is possible. */
export const itemCounts = ({ total, claimed, processed, failed }: ItemTotals): ItemCounts => ({
  made: count(processed - failed),
  failed,
  inFlight: count(claimed - processed),
  waiting: count(total - claimed),
})

/** The counts of new items, all waiting. @param added - how many */
export const itemsWaiting = (added: number): ItemCounts => ({
  made: none,
  failed: none,
  inFlight: none,
  waiting: count(added),
})

/** The counts after items were added to the end of the list. */
export const itemsAdded = (items: ItemCounts, added: number): ItemCounts => ({
  ...items,
  waiting: count(items.waiting + added),
})

/** The counts after a worker claimed all items up to `last`. */
export const itemsClaimed = (items: ItemCounts, last: number): ItemCounts => {
  const taken = Math.min(count(last - itemTotals(items).claimed), items.waiting)
  return { ...items, inFlight: count(items.inFlight + taken), waiting: count(items.waiting - taken) }
}

/** The counts after all items up to `last` were done. @param failures - how many of them failed */
export const itemsDone = (items: ItemCounts, last: number, failures: number): ItemCounts => {
  const done = Math.min(count(last - itemTotals(items).processed), items.inFlight)
  const failed = Math.min(count(failures), done)
  return {
    ...items,
    made: count(items.made + done - failed),
    failed: count(items.failed + failed),
    inFlight: count(items.inFlight - done),
  }
}

/** A whole number as a count; zero if it is negative. */
const count = (whole: number): Count => asCount(Math.max(0, whole))

const asCount = Brand.nominal<Count>()

const none = asCount(0)
