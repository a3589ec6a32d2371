/**
 * Where the process begins: arguments in, exit status out (0 done, 1 refused, 2 wrong usage or configuration).
 */
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit } from "effect"
import { CliError } from "effect/cli"
import { secretKeySentence } from "./cli/secret-key-sentence.ts"
import { storageSentence } from "./cli/storage-sentence.ts"
import { run } from "./cli/vintem.ts"
import { describeFaults } from "./configuration/configuration.ts"

const failure = (text: string, status: number) => Effect.as(Console.error(text), status)

const program = run(process.argv.slice(2)).pipe(
  Effect.as(0),
  Effect.catchTags({
    ConfigurationInvalid: (error) => failure(describeFaults(error), 2),
    Refused: ({ message }) => failure(message, 1),
    BreachesFound: ({ message }) => failure(message, 1),
    FolderUnavailable: ({ folder, cause }) => failure(`The folder ${folder} cannot be made: ${String(cause)}`, 1),
    SecretFileUnavailable: ({ file, cause }) => failure(`${file} can be neither read nor made: ${String(cause)}`, 1),
    SecretKeyRefused: (error) => failure(secretKeySentence(error), 1),
    StorageUnavailable: (error) => failure(storageSentence(error), 1),
    ServeError: ({ cause }) => failure(`HOST and PORT cannot be listened on: ${String(cause)}`, 1),
  }),
  Effect.catchIf(CliError.isCliError, () => Effect.succeed(2)),
  Effect.provide(NodeServices.layer),
)

/** The commands that end only when they are told to. */
const servers = ["serve", "acquirer"]

NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  teardown: (exit, onExit) => {
    if (Exit.isSuccess(exit)) return onExit(typeof exit.value === "number" ? exit.value : 0)
    // Told to stop, and stopped: who serves has finished the requests in flight, anybody else has not done what was asked.
    if (Cause.hasInterruptsOnly(exit.cause)) return onExit(process.argv.some((word) => servers.includes(word)) ? 0 : 1)
    process.stderr.write(`${Cause.pretty(exit.cause)}\n`)
    return onExit(1)
  },
})
