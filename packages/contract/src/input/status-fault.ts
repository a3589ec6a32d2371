/**
 * Why a command was refused, as a fault of `status`: what the state is, why it forbids that, and what would be allowed.
 */
import { fault, InvalidFields } from "./fault.ts"

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
  /** Completes "…, because". */
  readonly why: string
  /** What could be done instead. */
  readonly allowed: ReadonlyArray<Name>
  readonly words: Readonly<Record<Name, CommandWords>>
}

export const statusFault = <Name extends string>(refusal: StatusRefusal<Name>): InvalidFields => {
  const { what, status, command, why, allowed, words } = refusal
  const instead = allowed.length === 0 ? "nothing" : allowed.map((name) => words[name].verb).join(", ")
  const undone = words[command].done
  return new InvalidFields({
    faults: [
      fault("status", `is ${status} and the ${what} cannot be ${undone}, because ${why}. Allowed now: ${instead}.`),
    ],
  })
}
