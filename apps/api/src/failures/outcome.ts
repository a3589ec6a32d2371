/**
 * How a command ends if it does not do what it was asked, or finds what should not be: with a sentence and exit status 1.
 */
import { type InvalidFields, messageOf } from "@vintem/contract"
import { Effect, type Result, Schema } from "effect"

/** Refused: nothing was done. `message` says why, and what to do next. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { message: Schema.String }) {}

/** A command that compares found what should not be: it is on standard output, one by one. `message` sums it up. */
export class BreachesFound extends Schema.TaggedError<BreachesFound>()("BreachesFound", { message: Schema.String }) {}

/** `vintem status` found problems, or `vintem webhook test` a receiver that does not take: it is on standard output. `message` sums it up. */
export class AttentionNeeded extends Schema.TaggedError<AttentionNeeded>()("AttentionNeeded", {
  message: Schema.String,
}) {}

/** The parsed arguments, or a refusal with a line for each fault. */
export const accepted = <A>(read: Result.Result<A, InvalidFields>): Effect.Effect<A, Refused> =>
  Effect.mapError(Effect.fromResult(read), ({ faults }) => new Refused({ message: faults.map(messageOf).join("\n") }))
