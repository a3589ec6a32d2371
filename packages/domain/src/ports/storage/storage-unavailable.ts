/** The failure of a store that no caller caused. */
import * as Schema from "effect/Schema"

/**
 * - `locked`: another writer held the store too long
 * - `full`: the disk is full
 * - `read_only`: it accepts no writes: a standby, or a read-only file
 * - `corrupt`: the stored data was damaged, or written by an unknown version
 * - `unreachable`: the connection is lost
 * - `uncertain`: the connection was lost during the commit, so it may have been written after all
 * - `busy`: a long read was not done: the caller has too many that wait, or it took too long
 * - `unknown`: see `cause`
 */
export const StorageFault = Schema.Literals([
  "locked",
  "full",
  "read_only",
  "corrupt",
  "unreachable",
  "uncertain",
  "busy",
  "unknown",
])
export type StorageFault = typeof StorageFault.Type

/**
 * The store failed, and nothing of the unit was written, unless the fault is `uncertain`. The caller answers 500, or
 * 429 if it is `busy`. The request may be sent again: with the same idempotency key this is safe.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  fault: StorageFault,
  /** The attempted call, as `repository.method`. */
  operation: Schema.String,
  cause: Schema.Defect(),
}) {}
