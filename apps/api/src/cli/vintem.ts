/**
 * `vintem`: the whole service in one program.
 */
import { CurrentActor } from "@vintem/application"
import { type TrailActor, theSystem } from "@vintem/domain/trail"
import { Console, Effect } from "effect"
import { CliOutput, Command, Completions } from "effect/cli"
import { variablesHelp } from "../configuration/documentation.ts"
import { configured } from "../configured.ts"
import { batchedLogging } from "../logging.ts"
import { jsonFlag, print } from "../output.ts"
import { serve } from "../serve.ts"
import { version } from "../version.ts"
import { acquirer } from "./acquirer.ts"
import { acquirerAccount } from "./acquirer-account.ts"
import { apiKey } from "./api-key.ts"
import { audit } from "./audit.ts"
import { backup, restore } from "./backup.ts"
import { charges } from "./charges.ts"
import { check } from "./check.ts"
import { company } from "./company.ts"
import { copy } from "./copy.ts"
import { customer } from "./customer.ts"
import { demo } from "./demo.ts"
import { exitStatusesHelp } from "./exit-statuses.ts"
import { exportCommand } from "./export.ts"
import { jobs } from "./jobs.ts"
import { secrets } from "./secrets.ts"
import { status } from "./status.ts"
import { user } from "./user.ts"
import { webhook } from "./webhook.ts"
import { withStorage } from "./with-storage.ts"

const serveCommand = Command.make("serve", { json: jsonFlag }, ({ json }) =>
  configured(Effect.provide(serve(json), batchedLogging)),
).pipe(Command.withDescription(`Serve the API.\n\n${variablesHelp()}`), Command.withShortDescription("Serve the API"))

/** Opening the storage runs the migrations. */
const migrate = Command.make("migrate", { json: jsonFlag }, ({ json }) =>
  withStorage(print(json, { migrated: true }, () => ["The database is up to date."])),
).pipe(Command.withDescription("Bring the database up to date"))

/** The tree of commands. */
export const vintem = Command.make("vintem").pipe(
  Command.withDescription(`An open payment service for Brazil\n\nExit status:\n${exitStatusesHelp()}`),
  Command.withShortDescription("An open payment service for Brazil"),
  Command.withSubcommands([
    serveCommand,
    status,
    acquirer,
    acquirerAccount,
    migrate,
    copy,
    backup,
    restore,
    check,
    charges,
    company,
    customer,
    apiKey,
    user,
    webhook,
    secrets,
    audit,
    exportCommand,
    jobs,
    demo,
  ]),
)

/** @param args - the arguments after the program's name */
export const withArguments = Command.runWith(vintem, { version })

/** @param args - the arguments after the program's name */
export const run = (args: ReadonlyArray<string>) =>
  withArguments(args).pipe(Effect.provideService(CurrentActor, actorOf(args)), Effect.provide(presenter))

/**
 * Help that was requested goes to standard output. Help that explains a mistake goes to standard error with the
 * mistake: another program may be reading standard output.
 */
const presenter = CliOutput.layerPresenter({
  present: Effect.fnUntraced(function* (event) {
    if (event._tag === "Version" || (event._tag === "Help" && event.reason === "Requested")) {
      return yield* CliOutput.defaultPresenter.present(event)
    }
    const formatter = yield* CliOutput.Formatter
    yield* Console.error(formatter.formatHelpDoc(event.helpDoc))
    if (event._tag === "InvalidInvocation") yield* Console.error(formatter.formatErrors(event.errors))
  }),
})

/** In a command the actor is the command, by its name. A started service acts for its callers and for itself. */
const actorOf = (args: ReadonlyArray<string>): TrailActor => {
  const [name, ...rest] = namesIn(Completions.fromCommand(vintem), args)
  if (name === undefined || name === "serve" || name === "acquirer") return theSystem
  return { _tag: "Command", command: ["vintem", name, ...rest].join(" ") }
}

/** The words that name a command. */
const namesIn = (
  { subcommands }: Completions.CommandDescriptor,
  [word, ...rest]: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const found = subcommands.find(({ name }) => name === word)
  return found === undefined ? [] : [found.name, ...namesIn(found, rest)]
}
