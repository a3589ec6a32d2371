/**
 * Why a command was refused, as a fault of `status`: what the state is, why it forbids that, and what would be allowed.
 */
import { fault, InvalidFields } from "./fault.ts"
import { wireName } from "./fault-code.ts"

/** How the API speaks of a command. */
export interface CommandWords {
  /** How the API calls it. */
  readonly verb: string
  /** What something is once it is done. */
  readonly done: string
}

/** A refusal and the words to tell it in. */
export interface StatusRefusal<Name extends string> {
  /** What the command was about, in words. */
  readonly what: string
  /** As the API spells it. */
  readonly status: string
  readonly command: Name
  /** Which refusal of the domain it is, and its meaning: completes "…, because". */
  readonly reason: string
  readonly why: string
  /** What could be done instead. */
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
