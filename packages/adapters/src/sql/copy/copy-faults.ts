/**
 * Why a copy cannot begin, continue, or be trusted. The source is never changed, and a copy that has begun can be continued unless a fault
 * says otherwise.
 */
import { Schema } from "effect"

const Tables = Schema.Array(Schema.String)

/** One of the two databases of a copy. */
export const Side = Schema.Literals(["source", "target"])
export type Side = typeof Side.Type

/** A database cannot be opened, read or written. Run the copy again when it can. */
export class SideUnavailable extends Schema.TaggedError<SideUnavailable>()("SideUnavailable", {
  side: Side,
  operation: Schema.String,
  cause: Schema.Defect(),
}) {}

/** A later version of this service has migrated it: that version has to copy it. */
export class SideIsNewer extends Schema.TaggedError<SideIsNewer>()("SideIsNewer", { side: Side }) {}

/** The source needs these migrations first. At least one name. */
export class SourceOutdated extends Schema.TaggedError<SourceOutdated>()("SourceOutdated", { pending: Tables }) {}

/** The source is itself an interrupted copy: finish that copy first. */
export class SourceUnfinished extends Schema.TaggedError<SourceUnfinished>()("SourceUnfinished", {}) {}

/** A service runs on the source's file, or another copy of it is being made: stop it first. */
export class SourceServed extends Schema.TaggedError<SourceServed>()("SourceServed", { file: Schema.String }) {}

/** Jobs are running on the source: stop the service first. */
export class SourceInUse extends Schema.TaggedError<SourceInUse>()("SourceInUse", { jobs: Schema.Int }) {}

/** The source was changed since the copy began: empty the target and begin again. */
export class SourceChanged extends Schema.TaggedError<SourceChanged>()("SourceChanged", { tables: Tables }) {}

/** Both URLs name the same database. */
export class OneDatabase extends Schema.TaggedError<OneDatabase>()("OneDatabase", {}) {}

/** The target has rows that are not from a copy. */
export class TargetNotEmpty extends Schema.TaggedError<TargetNotEmpty>()("TargetNotEmpty", { table: Schema.String }) {}

/** The target is a copy of another database, finished or interrupted. */
export class TargetOfAnother extends Schema.TaggedError<TargetOfAnother>()("TargetOfAnother", {}) {}

/** Another process writes to the target: another copy, or the service. */
export class TargetChanged extends Schema.TaggedError<TargetChanged>()("TargetChanged", { table: Schema.String }) {}

/** A row of the source refers to one that is not there, or breaks another rule of its table: `vintem check` of the source says more. */
export class SourceBroken extends Schema.TaggedError<SourceBroken>()("SourceBroken", { table: Schema.String }) {}

const Difference = Schema.Struct({
  table: Schema.String,
  /** How many rows of the source are different or missing in the target. */
  missing: Schema.Int,
  /** How many rows the target has more than the source; negative if it has fewer. */
  surplus: Schema.Int,
})
/** The differences between a table and its copy. */
export type CopyDifference = typeof Difference.Type

/**
 * Everything was copied, but differs: a process wrote to the source or the target. Empty the target, and begin again.
 */
export class CopyDiffers extends Schema.TaggedError<CopyDiffers>()("CopyDiffers", {
  tables: Schema.Array(Difference),
}) {}

/** All faults of a copy. */
export type CopyFault =
  | SideUnavailable
  | SideIsNewer
  | SourceOutdated
  | SourceUnfinished
  | SourceServed
  | SourceInUse
  | SourceChanged
  | OneDatabase
  | TargetNotEmpty
  | TargetOfAnother
  | TargetChanged
  | SourceBroken
  | CopyDiffers
