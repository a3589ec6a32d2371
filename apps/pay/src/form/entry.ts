/**
 * What a payer has filled in so far, and its faults.
 */
import type { FaultDetail } from "@vintem/contract"

/** What is wrong with a box of the form, or with all of it. */
export interface PayerFault {
  /** As of requests; empty for what belongs to no field. */
  readonly path: string
  /** Null where the page does not know it: a service that was upgraded since has other codes, too. */
  readonly reason: FaultDetail | null
}

export interface Entry {
  /** By the paths of requests: `customer.email`. */
  readonly values: Readonly<Record<string, string>>
  readonly faults: ReadonlyArray<PayerFault>
}

export const nothingEntered: Entry = { values: {}, faults: [] }

/**
 * Under which name a form brings back what a method was shown to cost, reais: where it costs something else by now, nothing is charged. A
 * form without a script pays at once, so it is the total of one payment.
 */
export const shownTotal = (method: string): string => `shown.${method}`

/** A request's body of fields by their paths. What was left empty is not sent. */
export const bodyOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => {
  const body: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    if (value.trim() === "") continue
    const names = path.split(".")
    const last = names.pop() ?? path
    let inner = body
    for (const name of names) inner = objectIn(inner, name)
    inner[last] = value
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
