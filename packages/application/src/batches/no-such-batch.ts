/**
 * A batch that is not there.
 */
import { BatchToken } from "@vintem/domain/identifiers"
import { Schema } from "effect"

/** The company has no such batch: other companies' batches do not count. Nothing was done. */
export class NoSuchBatch extends Schema.TaggedError<NoSuchBatch>()("NoSuchBatch", { token: BatchToken }) {}
