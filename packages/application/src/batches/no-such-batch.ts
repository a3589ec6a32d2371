/**
 * A batch that is not there.
 */
import { BatchToken } from "@vintem/domain/identifiers"
import { Schema } from "effect"

/** The company has no such batch; another company's is none of its own. Nothing was done. */
export class NoSuchBatch extends Schema.TaggedError<NoSuchBatch>()("NoSuchBatch", { token: BatchToken }) {}
