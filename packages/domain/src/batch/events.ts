/**
 * What happened to a batch. The log of these, folded with `evolveBatch`, is the batch; the list of customers is kept beside it.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { BatchDetails, FailedItem } from "./batch.ts"

const Count = Schema.Int.check(Schema.isGreaterThan(0))

/** Every event says `at` which instant of the service's clock it was recorded. */
export const BatchEvent = Schema.TaggedUnion({
  BatchCreated: { details: BatchDetails, count: Count, at: Instant },
  CustomersAdded: { count: Count, at: Instant },
  /** All items up to `last` have been given to a worker. */
  ItemsClaimed: { last: Count, at: Instant },
  /** In the same commit as the links that were made. */
  ItemsDone: { first: Count, last: Count, failures: Schema.Array(FailedItem), at: Instant },
  BatchCanceled: { at: Instant },
})
export type BatchEvent = typeof BatchEvent.Type
/** The first event of every batch. */
export type BatchCreated = Extract<BatchEvent, { _tag: "BatchCreated" }>
/** Everything that can follow the creation. */
export type BatchChange = Exclude<BatchEvent, BatchCreated>

/** How many customers came with these events: as many are put on the list in the same commit. */
export const customersAddedBy = (events: ReadonlyArray<BatchEvent>): number =>
  events.reduce(
    (sum, event) => (event._tag === "BatchCreated" || event._tag === "CustomersAdded" ? sum + event.count : sum),
    0,
  )
