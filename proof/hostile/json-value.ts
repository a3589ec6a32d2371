/**
 * JSON bodies as trees: where their values are, and the same body with another value in one place.
 */
import type { Schema } from "effect"

export type Json = Schema.Json

/** From the root to a value: names of fields, and positions of lists. */
export type Path = ReadonlyArray<string>

export const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** Whether a value has fields. */
const isFielded = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !isList(value)

/** Every place in a body: of its objects and lists, and of what they hold. The root comes first. */
export const placesIn = (value: Json): ReadonlyArray<Path> => [
  [],
  ...entriesOf(value).flatMap(([name, inner]) => placesIn(inner).map((path) => [name, ...path])),
]

/** Those of them that hold a text, a number, a boolean or null. */
export const leavesIn = (value: Json): ReadonlyArray<Path> =>
  placesIn(value).filter((path) => entriesOf(valueAt(value, path)).length === 0)

/** The value at a place; null where there is no such place. */
export const valueAt = (value: Json, [name, ...rest]: Path): Json => {
  if (name === undefined) return value
  return valueAt(new Map(entriesOf(value)).get(name) ?? null, rest)
}

/** The same body with `put` at a place. What leads there and is missing, or is no object or list, becomes one. */
export const withValue = (value: Json, [name, ...rest]: Path, put: Json): Json => {
  if (name === undefined) return put
  const inner = withValue(valueAt(value, [name]), rest, put)
  if (isList(value)) return value.map((item, position) => (String(position) === name ? inner : item))
  const fields = isFielded(value) ? Object.entries(value).filter(([other]) => other !== name) : []
  return Object.fromEntries([...fields, [name, inner]])
}

/** A body with nothing but what leads to a place. */
export const onlyWith = (value: Json, [name, ...rest]: Path, put: Json): Json => {
  if (name === undefined) return put
  const inner = onlyWith(valueAt(value, [name]), rest, put)
  return isList(value) ? [inner] : { [name]: inner }
}

const entriesOf = (value: Json): ReadonlyArray<readonly [string, Json]> => {
  if (isList(value)) return value.map((item, position) => [String(position), item])
  return isFielded(value) ? Object.entries(value) : []
}
