/**
 * How a command ends where it does not do what it was asked: with a sentence and exit status 1.
 */
import { Schema } from "effect"

/** Refused: nothing was done. `message` says why, and what to do next. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { message: Schema.String }) {}
