/**
 * Who changes something: a signed-in user, a key, the administration's token, a command of the command line, or the
 * service itself.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ApiKeyId } from "../access/api-key.ts"
import { UserId } from "../access/user.ts"

export const TrailActor = Schema.TaggedUnion({
  User: { user: UserId },
  ApiKey: { key: ApiKeyId },
  /** A caller with the administration's token. */
  Administration: {},
  /** A command of `vintem`, by its name and without its arguments. */
  Command: { command: Schema.String },
  /** The service itself. `job` is the kind of the background work; null outside a job. */
  System: { job: Schema.NullOr(Schema.String) },
})
export type TrailActor = typeof TrailActor.Type

/** The default actor. */
export const theSystem: TrailActor = { _tag: "System", job: null }

/** What entries of one actor are found by: `user:3`, `api_key:7`, `administration`, `command`, `system`. */
export const actorName = (actor: TrailActor): string => {
  switch (actor._tag) {
    case "User":
      return `user:${actor.user}`
    case "ApiKey":
      return `api_key:${actor.key}`
    case "Administration":
      return "administration"
    case "Command":
      return "command"
    case "System":
      return "system"
  }
}

/** Reads an actor's name. Fails if no actor could have it. */
export const parseActorName = (text: string): Result.Result<string, "not an actor"> =>
  /^(?:(?:user|api_key):[1-9]\d{0,14}|administration|command|system)$/u.test(text)
    ? Result.succeed(text)
    : Result.fail("not an actor")
