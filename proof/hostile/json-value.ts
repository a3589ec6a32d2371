/** JSON bodies as trees: the paths to their values, and replacing one value. */
import type { Schema } from "effect"

export type Json = Schema.Json

/** From the root to a value: names of fields, and positions of lists. */
export type Path = ReadonlyArray<string>

export const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** True if a value has fields. */
const isFielded = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !isList(value)

/** Every path in a body: to its objects and lists, and to their contents. The root comes first. */
export const placesIn = (value: Json): ReadonlyArray<Path> => [
  [],
  ...entriesOf(value).flatMap(([name, inner]) => placesIn(inner).map((path) => [name, ...path])),
]

/** The paths to a text, a number, a boolean or null. */
export const leavesIn = (value: Json): ReadonlyArray<Path> =>
  placesIn(value).filter((path) => entriesOf(valueAt(value, path)).length === 0)

/** The value at a path; null if there is none. */
export const valueAt = (value: Json, [name, ...rest]: Path): Json => {
  if (name === undefined) return value
  return valueAt(new Map(entriesOf(value)).get(name) ?? null, rest)
}

/** The body with `put` at a path. Missing parents, and those that are no object or list, are replaced. */
export const withValue = (value: Json, [name, ...rest]: Path, put: Json): Json => {
  if (name === undefined) return put
  const inner = withValue(valueAt(value, [name]), rest, put)
  if (isList(value)) return value.map((item, position) => (String(position) === name ? inner : item))
  const fields = isFielded(value) ? Object.entries(value).filter(([other]) => other !== name) : []
  return Object.fromEntries([...fields, [name, inner]])
}

/** A body with only the value at a path and its parents. */
export const onlyWith = (value: Json, [name, ...rest]: Path, put: Json): Json => {
  if (name === undefined) return put
  const inner = onlyWith(valueAt(value, [name]), rest, put)
  return isList(value) ? [inner] : { [name]: inner }
}

const entriesOf = (value: Json): ReadonlyArray<readonly [string, Json]> => {
  if (isList(value)) return value.map((item, position) => [String(position), item])
  return isFielded(value) ? Object.entries(value) : []
}
