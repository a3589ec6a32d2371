/**
 * Facts about a subject before and after a change: a few fields, without secrets.
 *
 * The code that writes an entry names its fields. They are always masked after that: by the name of a field, and by the
 * content of a text.
 */
import * as Schema from "effect/Schema"
import { masked as maskedFact, withoutSecrets } from "../text/without-secrets.ts"

/** Facts by field name. */
export const AuditFacts = Schema.Record(Schema.String, Schema.Json)
export type AuditFacts = typeof AuditFacts.Type

/** The longest text that is shown, in UTF-16 code units. A longer one is cut. */
const textMax = 200
/** Longer lists are cut after this many entries. */
const listMax = 20
/** Deeper values are left out. */
const depthMax = 4

/** Facts as an entry may store them: JSON, short, and without secrets, card numbers and the secret parts of URLs. */
export const maskedFacts = (facts: object): AuditFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, masked(name, fact, 1)]))

/**
 * The fields that differ between two values, with both values; null for a missing field. Both results are empty if
 * nothing differs.
 */
export const changedFacts = (
  before: object,
  after: object,
): { readonly before: AuditFacts; readonly after: AuditFacts } => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(Reflect.get(before, name) ?? null) !== JSON.stringify(Reflect.get(after, name) ?? null),
  )
  const of = (facts: object) =>
    maskedFacts(Object.fromEntries(names.map((name) => [name, Reflect.get(facts, name) ?? null])))
  return { before: of(before), after: of(after) }
}

const masked = (name: string, fact: unknown, depth: number): Schema.Json => {
  if (fact === null || fact === undefined) return null
  if (opensSomething.test(name)) return maskedFact
  if (typeof fact === "string") return maskedText(fact)
  if (typeof fact === "number" || typeof fact === "boolean") return fact
  if (typeof fact !== "object" || depth > depthMax) return maskedFact
  if (Array.isArray(fact)) return fact.slice(0, listMax).map((one) => masked(name, one, depth + 1))
  // A class may hold a secret in private, as `Redacted` does.
  if (Object.getPrototypeOf(fact) !== Object.prototype) return maskedFact
  return Object.fromEntries(Object.entries(fact).map(([inner, one]) => [inner, masked(inner, one, depth + 1)]))
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
  const address = end === -1 ? text : `${text.slice(0, end)}?${maskedFact}`
  const host = address.indexOf("//") + 2
  const slash = address.indexOf("/", host)
  const at = address.slice(0, slash === -1 ? address.length : slash).lastIndexOf("@")
  return at === -1 ? address : `${address.slice(0, host)}${address.slice(at + 1)}`
}
