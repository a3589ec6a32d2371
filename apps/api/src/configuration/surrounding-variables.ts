/**
 * The variables around the service that carry its name: which of them nobody reads, because they are misspelt.
 */
import { Context } from "effect"
import { closestMatch } from "leven"
import { variables } from "./variables.ts"

/** Name and value of each; undefined where one is unset. */
export type Surroundings = Readonly<Record<string, string | undefined>>

/** Among which the service looks for those that it does not know: the environment of the process, unless it is given another. */
export const SurroundingVariables = Context.Reference<Surroundings>("@vintem/api/SurroundingVariables", {
  defaultValue: () => process.env,
})

/** A variable that nobody reads, and the name that is spelt most like it. */
export interface UnknownVariable {
  readonly name: string
  readonly nearest: string
}

/** In the order of their names. */
export const unknownVariables = (surroundings: Surroundings): ReadonlyArray<UnknownVariable> =>
  Object.entries(surroundings)
    .filter(([name, value = ""]) => ourName.test(name) && value.trim() !== "" && !isKnown(name, value))
    .map(([name]) => ({ name, nearest: closestMatch(name, readNames) ?? "" }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

const ourName = /^VINTEM_/u

const readNames: ReadonlyArray<string> = Object.values(variables).map(({ name }) => name)

/** Of the tools in this repository, which the service does not read. */
const toolName = /^VINTEM_TEST_/u

/**
 * What Kubernetes and Docker tell each container of a service beside it, where that one is called `vintem` or begins so: nobody has
 * written these, and nobody can mend them.
 */
const linkName = /_SERVICE_(?:HOST|PORT)$|_SERVICE_PORT_|_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:$|_)/u
const linkToPort = /_PORT$/u
const linkValue = /^(?:tcp|udp|sctp):\/\//u

const isKnown = (name: string, value: string): boolean =>
  readNames.includes(name) ||
  toolName.test(name) ||
  linkName.test(name) ||
  (linkToPort.test(name) && linkValue.test(value))
