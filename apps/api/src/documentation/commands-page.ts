/** Every command of `vintem` with its arguments and flags, from its own help, and the exit statuses. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { code, markdownTable, type ReferencePage } from "@vintem/reference"
import { Effect, Layer, Option } from "effect"
import { CliOutput, Completions, type HelpDoc } from "effect/cli"
import { exitStatuses } from "../cli/exit-statuses.ts"
import { vintem, withArguments } from "../cli/vintem.ts"

export const commandsPage = (): ReferencePage => ({
  name: "commands.md",
  title: "Commands",
  about: "The commands of `vintem`.",
  body: `From a clone: \`npm run -s vintem -- COMMAND\`. Results go to standard output, progress and errors to standard error. With
\`--json\`, standard output has only JSON: one document, or one per line if a command says so.

${markdownTable(
  ["exit status", "means"],
  Object.values(exitStatuses).map(({ means, status }) => [status, means]),
)}
\`vintem --completions bash\` (or \`zsh\`, \`fish\`) prints a script that completes commands and flags; its first lines say where to put it.

${pathsIn(Completions.fromCommand(vintem)).map(sectionOf).join("\n")}`,
})

/** Commands that do something, without those that only hold others. */
const pathsIn = ({ name, subcommands }: Completions.CommandDescriptor): ReadonlyArray<ReadonlyArray<string>> =>
  subcommands.length === 0 ? [[name]] : subcommands.flatMap((one) => pathsIn(one).map((path) => [name, ...path]))

const sectionOf = (path: ReadonlyArray<string>): string => {
  const { args = [], description, flags } = helpOf(path.slice(1))
  const rows = [
    ...args.map((arg) => [code(`<${arg.name}>`), yesIf(arg.required), textOf(arg.description)]),
    ...flags.map((flag) => [
      [...[flag.name].map((name) => `--${name}`), ...flag.aliases].map(code).join(", "),
      yesIf(flag.required),
      textOf(flag.description),
    ]),
  ]
  return `## ${path.join(" ")}

${described(path, description)}

${rows.length === 0 ? "" : markdownTable(["argument", "required", "meaning"], rows)}`
}

/** The environment variables have a page of their own. */
const described = (path: ReadonlyArray<string>, description: string): string =>
  path.at(-1) === "serve"
    ? "Serve the API. [Configuration](../configuration.md) has the environment variables, which are the same for every command."
    : description

const yesIf = (isSo: boolean): string => (isSo ? "yes" : "")

const textOf = Option.getOrElse(() => "")

/** A command's own help. */
const helpOf = (command: ReadonlyArray<string>): HelpDoc.HelpDoc => {
  const shown: Array<HelpDoc.HelpDoc> = []
  const caught = CliOutput.layerPresenter({
    present: (event) =>
      Effect.sync(() => {
        if ("helpDoc" in event) shown.push(event.helpDoc)
      }),
  })
  Effect.runSync(
    withArguments([...command, "--help"]).pipe(
      Effect.provide(Layer.merge(caught, NodeServices.layer)),
      Effect.scoped,
      Effect.ignore,
    ),
  )
  const [help] = shown
  if (help === undefined) throw new Error(`vintem ${command.join(" ")} has no help`)
  return help
}
