/**
 * Examples for an API description, put together from those of its schemas.
 */
import { isObject } from "../input/codec.ts"
import type { Json } from "./json.ts"

/**
 * A value that fits a JSON schema: its first example, or its only value, or one made of the examples of its parts.
 *
 * @param components - what references lead to
 * @returns undefined if some needed part has no example
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

/** The name of the component a reference leads to. */
const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

const objectOf = (schema: Json, properties: Json, components: Json): Json | undefined => {
  const required = Array.isArray(schema["required"]) ? schema["required"] : []
  const entries = Object.entries(properties).map(([name, property]) => [name, exampleOf(property, components)] as const)
  const known = entries.filter(([, example]) => example !== undefined)
  return required.every((name) => known.some(([knownName]) => knownName === name))
    ? Object.fromEntries(known)
    : undefined
}
