/** The output of commands: lines for people, or one JSON document for programs. */
import { Console, type Effect } from "effect"
import { Flag } from "effect/cli"

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print machine-readable output"),
  Flag.withDefault(false),
)

/** @param lines - called only for people */
export const print = (isJson: boolean, data: unknown, lines: () => ReadonlyArray<string>): Effect.Effect<void> =>
  Console.log(isJson ? JSON.stringify(data) : lines().join("\n"))
