/**
 * What a command ends as for whoever called the program: 0 done, 1 refused, 2 wrong usage or configuration. Why it was not done is said on
 * standard error.
 */
import { Console, Effect } from "effect"
import { CliError } from "effect/cli"
import { describeFaults } from "../configuration/configuration.ts"
import { secretKeySentence } from "./secret-key-sentence.ts"
import { storageSentence } from "./storage-sentence.ts"
import { run } from "./vintem.ts"

const failure = (text: string, status: number) => Effect.as(Console.error(text), status)

/** @param args - what follows the program's name */
export const exitStatus = (args: ReadonlyArray<string>) =>
  run(args).pipe(
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
  )
