/**
 * What an entry of the trail tells of a thing before and after: a few fields, with nothing in them that opens anything.
 *
 * The code that writes an entry names its fields. They are always masked after that: by the name of a field, and by the
 * content of a text.
 */
import * as Schema from "effect/Schema"
import { masked as maskedField, withoutSecrets } from "../text/without-secrets.ts"

/** Fields by the name of what they are of. */
export const TrailFields = Schema.Record(Schema.String, Schema.Json)
export type TrailFields = typeof TrailFields.Type

/** The longest text that is shown, in UTF-16 code units. A longer one is cut. */
const textMax = 200
/** Longer lists are cut after this many entries. */
const listMax = 20
/** Deeper values are left out. */
const depthMax = 4

/** Fields as an entry may keep them: JSON, short, and without secrets, card numbers and what a URL may carry. */
export const maskedFields = (fields: object): TrailFields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, masked(name, field, 1)]))

/**
 * The fields that differ between two values, with both values; null for a missing field. Both results are empty if
 * nothing differs.
 */
export const changedFields = (
  before: object,
  after: object,
): { readonly before: TrailFields; readonly after: TrailFields } => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(Reflect.get(before, name) ?? null) !== JSON.stringify(Reflect.get(after, name) ?? null),
  )
  const of = (fields: object) =>
    maskedFields(Object.fromEntries(names.map((name) => [name, Reflect.get(fields, name) ?? null])))
  return { before: of(before), after: of(after) }
}

const masked = (name: string, field: unknown, depth: number): Schema.Json => {
  if (field === null || field === undefined) return null
  if (opensSomething.test(name)) return maskedField
  if (typeof field === "string") return maskedText(field)
  if (typeof field === "number" || typeof field === "boolean") return field
  if (typeof field !== "object" || depth > depthMax) return maskedField
  if (Array.isArray(field)) return field.slice(0, listMax).map((one) => masked(name, one, depth + 1))
  // A class may hold a secret in private, as `Redacted` does.
  if (Object.getPrototypeOf(field) !== Object.prototype) return maskedField
  return Object.fromEntries(Object.entries(field).map(([inner, one]) => [inner, masked(inner, one, depth + 1)]))
}

const opensSomething = /secret|password|token|hash|security|recovery|credential|authorization/iu

/** Masks secrets and possible card numbers in a text. */
export const maskedText = (text: string): string => {
  // Masks a longer piece than is shown: a secret that is cut in the middle could not be recognised.
  const told = withoutSecrets(withoutUrlSecrets(text.slice(0, 5 * textMax)))
  return told.length > textMax || text.length > 5 * textMax ? `${told.slice(0, textMax)}…` : told
}

/** Removes a URL's query and user, because both may be secrets. */
const withoutUrlSecrets = (text: string): string => {
  if (!/^https?:\/\//iu.test(text)) return text
  const end = text.search(/[?#]/u)
  const address = end === -1 ? text : `${text.slice(0, end)}?${maskedField}`
  const host = address.indexOf("//") + 2
  const slash = address.indexOf("/", host)
  const at = address.slice(0, slash === -1 ? address.length : slash).lastIndexOf("@")
  return at === -1 ? address : `${address.slice(0, host)}${address.slice(at + 1)}`
}
