/** The ways a command ends with exit status 1: a refusal, or a finding. */
import { type InvalidFields, messageOf } from "@vintem/contract"
import { Effect, type Result, Schema } from "effect"

/** Nothing was done. `message` says why, and what to do next. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { message: Schema.String }) {}

/** A comparing command found breaches and printed each on standard output. `message` sums them up. */
export class BreachesFound extends Schema.TaggedError<BreachesFound>()("BreachesFound", { message: Schema.String }) {}

/**
 * `vintem status` found problems, or `vintem webhook test` a receiver that does not accept events. Standard output has
 * the details; `message` sums them up.
 */
export class AttentionNeeded extends Schema.TaggedError<AttentionNeeded>()("AttentionNeeded", {
  message: Schema.String,
}) {}

/** The parsed arguments, or a refusal with one line per fault. */
export const accepted = <A>(read: Result.Result<A, InvalidFields>): Effect.Effect<A, Refused> =>
  Effect.mapError(Effect.fromResult(read), ({ faults }) => new Refused({ message: faults.map(messageOf).join("\n") }))
