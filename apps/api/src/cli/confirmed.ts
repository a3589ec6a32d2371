/** Asks the person at the terminal before a command does something that cannot be undone. */
import { Console, Effect, Stdio, Terminal } from "effect"
import { Flag } from "effect/cli"
import { Refused } from "../failures/outcome.ts"

export const yesFlag = Flag.Boolean("yes").pipe(
  Flag.withDescription("Do not ask for confirmation, as in a script"),
  Flag.withDefault(false),
)

/**
 * Continues only if the person types `yes`, or agreed beforehand with a flag. Without a terminal it does not ask.
 *
 * @param what - would be done, in sentences
 * @param refusal - says that nothing was done
 */
export const confirmed = Effect.fnUntraced(function* (isAgreed: boolean, what: string, refusal: string) {
  if (isAgreed) return
  const { stdinIsTerminal } = yield* Stdio.Stdio
  if (!(yield* stdinIsTerminal)) return yield* new Refused({ message: `${refusal} ${what} Repeat it with --yes.` })
  yield* Console.error(`${what}\nType yes to continue.`)
  const { readLine } = yield* Terminal.Terminal
  const answer = yield* Effect.orElseSucceed(readLine, () => "")
  if (answer.trim().toLowerCase() !== "yes") return yield* new Refused({ message: refusal })
})
