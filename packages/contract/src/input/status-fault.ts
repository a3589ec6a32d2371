/**
 * Why a command was refused, as a fault of `status`: the status, why it forbids the command, and the possible commands.
 */
import { fault, InvalidFields } from "./fault.ts"
import { wireName } from "./fault-code.ts"

/** The API's words for a command. */
export interface CommandWords {
  /** The command's name in the API. */
  readonly verb: string
  /** The state after the command. */
  readonly done: string
}

/** A refusal, with its words. */
export interface StatusRefusal<Name extends string> {
  /** The subject of the command, in words. */
  readonly what: string
  /** The API's spelling. */
  readonly status: string
  readonly command: Name
  /** The domain's refusal, and its meaning, which completes "…, because". */
  readonly reason: string
  readonly why: string
  /** The commands that are possible instead. */
  readonly allowed: ReadonlyArray<Name>
  readonly words: Readonly<Record<Name, CommandWords>>
}

export const statusFault = <Name extends string>(refusal: StatusRefusal<Name>): InvalidFields => {
  const { what, status, command, reason, why, allowed, words } = refusal
  const verbs = allowed.map((name) => words[name].verb)
  const instead = verbs.length === 0 ? "nothing" : verbs.join(", ")
  return new InvalidFields({
    faults: [
      fault("status", {
        code: "not_allowed_in_status",
        status,
        because: wireName(reason),
        allowed: verbs.map(wireName),
        words: { what, done: words[command].done, why, instead },
      }),
    ],
  })
}
