/** Bodies with every field of an API description, so that a new field is tried without a new test. */
import { Option, Schema } from "effect"
import type { Json } from "./json-value.ts"

/** A JSON Schema, as far as samples need it. */
const Shape = Schema.Struct({
  $ref: Schema.optionalKey(Schema.String),
  type: Schema.optionalKey(Schema.Unknown),
  enum: Schema.optionalKey(Schema.Array(Schema.Json)),
  examples: Schema.optionalKey(Schema.Array(Schema.Json)),
  properties: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  items: Schema.optionalKey(Schema.Unknown),
  anyOf: Schema.optionalKey(Schema.Array(Schema.Unknown)),
})

const shapeOf = (schema: unknown): typeof Shape.Type =>
  Option.getOrElse(Schema.decodeUnknownOption(Shape)(schema), (): typeof Shape.Type => ({}))

/**
 * @param schema - of the body
 * @param named - the schemas that others refer to, by name
 * @param variant - the alternative of a field: 0 for the first, and round again past the last
 */
export const sampleBody = (schema: unknown, named: ReadonlyMap<string, unknown>, variant: number): Json => {
  const shape = shapeOf(schema)
  if (shape.$ref !== undefined) return sampleBody(named.get(shape.$ref.split("/").at(-1) ?? ""), named, variant)
  if (shape.properties !== undefined) {
    const fields = Object.entries(shape.properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleBody(field, named, variant)]))
  }
  if (shape.items !== undefined) return [sampleBody(shape.items, named, variant)]
  const [example] = shape.examples ?? []
  const isChoice = shape.enum !== undefined && shape.enum.length > 1
  if (example !== undefined && !(isChoice && variant > 0)) return example
  if (shape.enum !== undefined) return shape.enum[variant % shape.enum.length] ?? null
  if (shape.anyOf !== undefined) {
    // If one alternative is null, the field may also be left out.
    const some = shape.anyOf.filter((other) => shapeOf(other).type !== "null")
    return sampleBody(some[variant % some.length], named, variant)
  }
  return shape.type === "boolean" ? true : shape.type === "string" ? "texto" : 1
}
