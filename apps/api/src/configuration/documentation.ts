/** The environment variables for readers: the documentation's table, and the help of the command line. */
import { environments } from "./environment.ts"
import { type Variable, variables } from "./variables.ts"

/** All texts are Markdown. */
export interface DocumentedVariable {
  readonly name: string
  /** Completes "must be …". */
  readonly expected: string
  readonly default: string
  readonly meaning: string
}

export const documentedVariables = (): ReadonlyArray<DocumentedVariable> =>
  Object.values(variables).map((variable) => ({
    name: variable.name,
    expected: expectedOf(variable),
    default: defaultOf(variable),
    meaning: variable.meaning,
  }))

/** A Markdown table, one row per variable, with a line break at its end. */
export const variablesTable = (): string =>
  [
    ["name", "value", "default", "meaning"],
    ["---", "---", "---", "---"],
    ...documentedVariables().map((variable) => [
      `\`${variable.name}\``,
      variable.expected,
      variable.default,
      variable.meaning,
    ]),
  ]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`)
    .join("")

/** Plain text for a terminal: one paragraph per variable, without Markdown's marks. */
export const variablesHelp = (): string =>
  documentedVariables()
    .map(({ name, expected, default: byDefault, meaning }) =>
      [name, meaning, `value: ${expected}`, `default: ${byDefault}`].join("\n    ").replaceAll("`", ""),
    )
    .join("\n")

const expectedOf = ({ kind, kindInProduction }: Variable<unknown>): string =>
  kindInProduction === undefined ? kind.expected : `${kind.expected}; in production ${kindInProduction.expected}`

const defaultOf = (variable: Variable<unknown>): string => {
  if (variable._tag === "optional") {
    const places = [
      ...(variable.isRequiredInProduction ? ["in production"] : []),
      ...(variable.isRequiredOnPostgres ? ["on PostgreSQL"] : []),
    ]
    return places.length === 0 ? variable.unset : `${variable.unset}; required ${places.join(" and ")}`
  }
  const { sandbox, production } = variable.defaults
  return sandbox === production
    ? `\`${sandbox}\``
    : environments.map((environment) => `\`${variable.defaults[environment]}\` in ${environment}`).join(", ")
}
