/** Finds environment variables with the service's prefix that it does not read, because they are misspelt. */
import { Context } from "effect"
import { closestMatch } from "leven"
import { variables } from "./variables.ts"

/** Values by name; undefined if unset. */
export type Surroundings = Readonly<Record<string, string | undefined>>

/** The variables to search: by default the environment of the process. */
export const SurroundingVariables = Context.Reference<Surroundings>("@vintem/api/SurroundingVariables", {
  defaultValue: () => process.env,
})

/** A variable that is not read, and the most similar known name. */
export interface UnknownVariable {
  readonly name: string
  readonly nearest: string
}

/** Sorted by name. */
export const unknownVariables = (surroundings: Surroundings): ReadonlyArray<UnknownVariable> =>
  Object.entries(surroundings)
    .filter(([name, value = ""]) => ourName.test(name) && value.trim() !== "" && !isKnown(name, value))
    .map(([name]) => ({ name, nearest: closestMatch(name, readNames) ?? "" }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

const ourName = /^VINTEM_/u

const readNames: ReadonlyArray<string> = Object.values(variables).map(({ name }) => name)

/** Variables of this repository's tools; the service does not read them. */
const toolName = /^VINTEM_TEST_/u

/**
 * Variables that Kubernetes and Docker set in every container for a service named `vintem…`: the operator did not write
 * them and cannot change them.
 */
const linkName = /_SERVICE_(?:HOST|PORT)$|_SERVICE_PORT_|_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:$|_)/u
const linkToPort = /_PORT$/u
const linkValue = /^(?:tcp|udp|sctp):\/\//u

const isKnown = (name: string, value: string): boolean =>
  readNames.includes(name) ||
  toolName.test(name) ||
  linkName.test(name) ||
  (linkToPort.test(name) && linkValue.test(value))
