/**
 * How many items of a batch wait, are in flight and are done.
 *
 * Items are taken in the order of their positions, so these four numbers give the state of each item. They are parts of a sum: for any
 * values, no more items are done than were claimed, no more were claimed than there are, and no more failed than were done.
 *
 * @see docs/decisions/links-and-batches.md#0226
 */
import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** How many: whole, zero or more. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(Schema.brand("Count"))
export type Count = typeof Count.Type

/** Each item is one of these. */
export interface ItemCounts {
  /** Their links are made. */
  readonly made: Count
  /** No link can be made for them. */
  readonly failed: Count
  /** A worker was given them. */
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
  /** How many of the done ones failed. */
  readonly failed: Count
}

/** Counts up to a position. */
export const itemTotals = ({ made, failed, inFlight, waiting }: ItemCounts): ItemTotals => {
  const processed = made + failed
  const claimed = processed + inFlight
  return { total: count(claimed + waiting), claimed: count(claimed), processed: count(processed), failed }
}

/** The way back. What is out of order counts for as much as there can be. */
export const itemCounts = ({ total, claimed, processed, failed }: ItemTotals): ItemCounts => ({
  made: count(processed - failed),
  failed,
  inFlight: count(claimed - processed),
  waiting: count(total - claimed),
})

/** Items that wait. @param added - how many */
export const itemsWaiting = (added: number): ItemCounts => ({
  made: none,
  failed: none,
  inFlight: none,
  waiting: count(added),
})

/** After more items were put behind the list. */
export const itemsAdded = (items: ItemCounts, added: number): ItemCounts => ({
  ...items,
  waiting: count(items.waiting + added),
})

/** After all items up to `last` were given to a worker. */
export const itemsClaimed = (items: ItemCounts, last: number): ItemCounts => {
  const taken = Math.min(count(last - itemTotals(items).claimed), items.waiting)
  return { ...items, inFlight: count(items.inFlight + taken), waiting: count(items.waiting - taken) }
}

/** After all items up to `last` were done. @param failures - how many of them failed */
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

/** A whole number as a count; none if it is below zero. */
const count = (whole: number): Count => asCount(Math.max(0, whole))

const asCount = Brand.nominal<Count>()

const none = asCount(0)
