/** The payer's values so far, and their faults. */
import type { FaultDetail } from "@vintem/contract"
import type { FoundParts } from "@vintem/domain/customer"

/** A fault of a field, or of the whole form. */
export interface PayerFault {
  /** The path in the request; empty if the fault belongs to no field. */
  readonly path: string
  /** Null if the page does not know the code: a service that was upgraded since has new ones. */
  readonly reason: FaultDetail | null
}

export interface Entry {
  /** By the paths of requests: `customer.email`. */
  readonly values: Readonly<Record<string, string>>
  readonly faults: ReadonlyArray<PayerFault>
}

export const nothingEntered: Entry = { values: {}, faults: [] }

/**
 * The name of the field that returns a method's shown price in reais: if the price has changed, nothing is charged. A
 * form without a script pays at once, so it is the total of one payment.
 */
export const shownTotal = (method: string): string => `shown.${method}`

/**
 * The names of the fields that return the last looked-up postal code and the values that it filled in; empty if there
 * were none.
 */
export const shownAddress = (name: "postcode" | keyof FoundParts): string => `shown.${name}`

/** The values that the last lookup filled in, from the returned fields. */
export const shownParts = (values: Readonly<Record<string, string>>): FoundParts =>
  partsBy((name) => values[shownAddress(name)])

/** The payer's values for the parts that a lookup fills in. */
export const enteredParts = (values: Readonly<Record<string, string>>): FoundParts =>
  partsBy((name) => values[`address.${name}`])

const partsBy = (valueOf: (name: keyof FoundParts) => string | undefined): FoundParts => ({
  street: valueOf("street") ?? "",
  district: valueOf("district") ?? "",
  city: valueOf("city") ?? "",
  region: valueOf("region") ?? "",
})

/**
 * A request's body from fields by path. Empty values are left out, except the card object: if all its fields are empty,
 * each field is missing, and not the card.
 */
export const bodyOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => {
  const body: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    const isEmpty = value.trim() === ""
    if (isEmpty && !path.startsWith("payment.card.")) continue
    const names = path.split(".")
    const last = names.pop() ?? path
    let inner = body
    for (const name of names) inner = objectIn(inner, name)
    if (!isEmpty) inner[last] = value
  }
  return body
}

const objectIn = (outer: Record<string, unknown>, name: string): Record<string, unknown> => {
  const found = outer[name]
  if (isObject(found)) return found
  const made: Record<string, unknown> = {}
  outer[name] = made
  return made
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
