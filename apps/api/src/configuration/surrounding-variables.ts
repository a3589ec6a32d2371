/**
 * Environment variables with the service's prefix that it does not read, because they are misspelt.
 */
import { Context } from "effect"
import { closestMatch } from "leven"
import { variables } from "./variables.ts"

/** Name and value of each; undefined where one is unset. */
export type Surroundings = Readonly<Record<string, string | undefined>>

/** The variables that are searched for unknown ones: by default the environment of the process. */
export const SurroundingVariables = Context.Reference<Surroundings>("@vintem/api/SurroundingVariables", {
  defaultValue: () => process.env,
})

/** A variable that is not read, and the known name most like it. */
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

/** Variables of this repository's tools, which the service does not read. */
const toolName = /^VINTEM_TEST_/u

/**
 * What Kubernetes and Docker set in every container for a service named `vintem…`: the operator has not written these and cannot change
 * them.
 */
const linkName = /_SERVICE_(?:HOST|PORT)$|_SERVICE_PORT_|_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:$|_)/u
const linkToPort = /_PORT$/u
const linkValue = /^(?:tcp|udp|sctp):\/\//u

const isKnown = (name: string, value: string): boolean =>
  readNames.includes(name) ||
  toolName.test(name) ||
  linkName.test(name) ||
  (linkToPort.test(name) && linkValue.test(value))
