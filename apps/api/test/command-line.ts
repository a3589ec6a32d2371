/** Runs commands in this process, on a test database. The command's outcome decides the exit status in `main.ts`. */
import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Effect, Layer, Schema, Sink, Stdio, Terminal } from "effect"
import { CliError } from "effect/cli"
import { TestConsole } from "effect/testing"
import { run } from "../src/cli/vintem.ts"
import { Configuration } from "../src/configuration/configuration.ts"
import { secretKeySentence } from "../src/failures/sentences.ts"
import { type DatabaseUnderTest, secretKey } from "./database-under-test.ts"
import type { StoppedClock } from "./stopped-clock.ts"

interface CommandEnded {
  /**
   * `done`, `refused: ` with the reason, `attention: ` with the problem, `unavailable: ` with the storage's fault, or
   * `not understood`.
   */
  readonly outcome: string
  /** Standard output: lines for people, or JSON for programs. */
  readonly printed: string
  /** Standard error. */
  readonly said: string
}

export interface CommandLine {
  readonly vintem: (...args: ReadonlyArray<string>) => Promise<CommandEnded>
  /** Runs a command with a terminal as standard output. */
  readonly atTerminal: (...args: ReadonlyArray<string>) => Promise<CommandEnded>
  /** Runs a command whose terminal answers with this line. */
  readonly answered: (line: string, ...args: ReadonlyArray<string>) => Promise<CommandEnded>
  /**
   * Runs a command with `--json` and parses its output. Fails if it was not done, unless it reports that something
   * needs an operator.
   */
  readonly printed: <A>(schema: Schema.Decoder<A>, ...args: ReadonlyArray<string>) => Promise<A>
}

/**
 * @param variables - of the environment, in addition to the database's URL and secret key
 * @param clock - the commands' clock; the machine's if absent
 */
export const commandLine = (
  { url }: Pick<DatabaseUnderTest, "url">,
  variables: Readonly<Record<string, string>> = {},
  clock?: StoppedClock,
): CommandLine => {
  const environment = { DATABASE_URL: url, VINTEM_SECRET_KEY: secretKey, ...variables }
  const ran = (isTerminal: boolean, args: ReadonlyArray<string>, line: string | null = null): Promise<CommandEnded> => {
    let streamed = ""
    const terminal = Layer.mock(Terminal.Terminal, {
      "~effect/Terminal": "~effect/Terminal",
      columns: Effect.succeed(80),
      readLine: Effect.succeed(line ?? ""),
    })
    const stdio = Stdio.layerTest({
      stdinIsTerminal: Effect.succeed(line !== null),
      stdoutIsTerminal: Effect.succeed(isTerminal),
      stdout: () =>
        Sink.forEachArray((texts: ReadonlyArray<string | Uint8Array>) =>
          Effect.sync(() => {
            streamed += texts.join("")
          }),
        ),
    })
    const surroundings = Layer.mergeAll(
      Configuration.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))),
      Layer.provideMerge(Layer.merge(stdio, terminal), NodeServices.layer),
      TestConsole.layer,
      clock?.layer ?? Layer.empty,
    )
    const ended = run(args).pipe(
      Effect.as("done"),
      Effect.catchTags({
        Refused: ({ message }) => Effect.succeed(`refused: ${message}`),
        BreachesFound: ({ message }) => Effect.succeed(`refused: ${message}`),
        AttentionNeeded: ({ message }) => Effect.succeed(`attention: ${message}`),
        SecretKeyRefused: (error) => Effect.succeed(`refused: ${secretKeySentence(error)}`),
        StorageUnavailable: ({ fault }) => Effect.succeed(`unavailable: ${fault}`),
      }),
      Effect.catchIf(CliError.isCliError, () => Effect.succeed("not understood")),
    )
    return Effect.runPromise(
      Effect.gen(function* () {
        const outcome = yield* ended
        const [lines, errorLines] = [yield* TestConsole.logLines, yield* TestConsole.errorLines]
        return { outcome, printed: lines.join("\n") + streamed, said: errorLines.join("\n") }
      }).pipe(Effect.provide(surroundings)),
    )
  }
  const vintem: CommandLine["vintem"] = (...args) => ran(false, args)
  return {
    vintem,
    atTerminal: (...args) => ran(true, args),
    answered: (line, ...args) => ran(true, args, line),
    printed: async (schema, ...args) => {
      const { outcome, printed } = await vintem(...args, "--json")
      if (outcome !== "done" && !outcome.startsWith("attention: ")) throw new Error(outcome)
      return Schema.decodeSync(Schema.fromJsonString(schema))(printed)
    },
  }
}
