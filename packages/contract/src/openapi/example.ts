/** Examples for an API description, composed of its schemas' examples. */
import { isObject } from "../input/codec.ts"
import type { Json } from "./json.ts"

/**
 * A value that matches a JSON schema: its first example, or its only value, or one composed of its parts' examples.
 *
 * @param components - the targets of references
 * @returns undefined if some required part has no example
 */
export const exampleOf = (schema: unknown, components: Json): unknown => {
  if (!isObject(schema)) return undefined
  const { $ref, examples, enum: values, anyOf, properties, items } = schema
  if (typeof $ref === "string") return exampleOf(components[nameIn($ref)], components)
  if (Array.isArray(examples)) return examples[0]
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], components)
  if (isObject(properties)) return objectOf(schema, properties, components)
  const item = exampleOf(items, components)
  return item === undefined ? undefined : [item]
}

/** The name of a reference's component. */
const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

const objectOf = (schema: Json, properties: Json, components: Json): Json | undefined => {
  const required = Array.isArray(schema["required"]) ? schema["required"] : []
  const entries = Object.entries(properties).map(([name, property]) => [name, exampleOf(property, components)] as const)
  const known = entries.filter(([, example]) => example !== undefined)
  return required.every((name) => known.some(([knownName]) => knownName === name))
    ? Object.fromEntries(known)
    : undefined
}
