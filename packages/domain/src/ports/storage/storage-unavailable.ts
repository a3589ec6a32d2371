/**
 * The one way every store can fail that no caller caused.
 */
import * as Schema from "effect/Schema"

/**
 * - `locked`: another writer held the store too long
 * - `full`: no room left on the disk
 * - `read_only`: it takes no writes: a standby, or a file that may only be read
 * - `corrupt`: what was read is not what was written, or was written by a version this one does not know
 * - `unreachable`: the connection is gone
 * - `uncertain`: the connection was lost while the commit was on its way, so it may have been written after all
 * - `busy`: a read that may take long was not done: the caller has too many that wait, or it took too long
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
 * The store did not do its part, and nothing of the unit was written, unless the fault is `uncertain`. The caller answers 500, or 429
 * if it is `busy`, and may be asked again: the same request under the same idempotency key is safe.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  fault: StorageFault,
  /** What was attempted, as `repository.method`. */
  operation: Schema.String,
  cause: Schema.Defect(),
}) {}
