/**
 * How a command ends: one of `exitStatuses`. Standard error says why it failed and what to do next.
 */
import { Console, Effect } from "effect"
import { CliError } from "effect/cli"
import { PlatformError } from "effect/PlatformError"
import { describeFaults } from "../configuration/configuration.ts"
import {
  adminTokenSentence,
  listenSentence,
  outputSentence,
  pagesSentence,
  secretFileSentence,
  secretKeySentence,
  storageSentence,
} from "../failures/sentences.ts"
import { type ExitStatus, exitStatuses } from "./exit-statuses.ts"
import { run } from "./vintem.ts"

const failure = (text: string, { status }: ExitStatus = exitStatuses.refused) => Effect.as(Console.error(text), status)

/** True if standard output failed, as it can for a command that streams. */
const isOfOutput = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.reason.module === "Stdio" && error.reason.method === "stdout"

/** @param args - the arguments after the program's name */
export const exitStatus = (args: ReadonlyArray<string>) =>
  run(args).pipe(
    Effect.as<number>(exitStatuses.done.status),
    Effect.catchTags({
      ConfigurationInvalid: (error) => failure(describeFaults(error), exitStatuses.misused),
      Refused: ({ message }) => failure(message),
      BreachesFound: ({ message }) => failure(message),
      AttentionNeeded: ({ message }) => failure(message),
      FolderUnavailable: ({ folder, cause }) =>
        failure(
          `The folder ${folder} cannot be created: ${String(cause)}. Create it, or name another in DATABASE_URL.`,
        ),
      SecretFileUnavailable: (error) => failure(secretFileSentence(error)),
      AdminTokenUnusable: (error) => failure(adminTokenSentence(error)),
      PagesNotBuilt: (error) => failure(pagesSentence(error)),
      SecretKeyRefused: (error) => failure(secretKeySentence(error)),
      StorageUnavailable: (error) => failure(storageSentence(error)),
      ServeError: (error) => failure(listenSentence(error)),
    }),
    Effect.catchIf(isOfOutput, ({ reason }) => failure(outputSentence(reason.cause))),
    Effect.catchIf(CliError.isCliError, () => Effect.succeed<number>(exitStatuses.misused.status)),
  )
