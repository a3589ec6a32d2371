/**
 * What a payer has filled in so far, and its faults.
 */
import type { FaultDetail } from "@vintem/contract"
import type { FoundParts } from "@vintem/domain/customer"

/** What is wrong with a box of the form, or with all of it. */
export interface PayerFault {
  /** The path in the request; empty if the fault belongs to no field. */
  readonly path: string
  /** Null if the page does not know it: a service that was upgraded since has other codes, too. */
  readonly reason: FaultDetail | null
}

export interface Entry {
  /** By the paths of requests: `customer.email`. */
  readonly values: Readonly<Record<string, string>>
  readonly faults: ReadonlyArray<PayerFault>
}

export const nothingEntered: Entry = { values: {}, faults: [] }

/**
 * Under which name a form brings back what a method was shown to cost, reais: if it costs something else by now, nothing is charged. A
 * form without a script pays at once, so it is the total of one payment.
 */
export const shownTotal = (method: string): string => `shown.${method}`

/** Under which name a form brings back which postal code was looked up last, and what that filled in; empty if nothing was. */
export const shownAddress = (name: "postcode" | keyof FoundParts): string => `shown.${name}`

/** What the last lookup had filled in, by what a form brings back. */
export const shownParts = (values: Readonly<Record<string, string>>): FoundParts =>
  partsBy((name) => values[shownAddress(name)])

/** The parts that a lookup fills in, as the form has them. */
export const enteredParts = (values: Readonly<Record<string, string>>): FoundParts =>
  partsBy((name) => values[`address.${name}`])

const partsBy = (valueOf: (name: keyof FoundParts) => string | undefined): FoundParts => ({
  street: valueOf("street") ?? "",
  district: valueOf("district") ?? "",
  city: valueOf("city") ?? "",
  region: valueOf("region") ?? "",
})

/**
 * A request's body of fields by their paths. What was left empty is not sent, but for the object of a card: if all of its boxes are empty,
 * each box is missing, and not the card.
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
