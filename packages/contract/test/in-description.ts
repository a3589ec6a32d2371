/**
 * Reads an API description, as programs of others do.
 */

/** What stands at a path of keys; undefined where there is nothing. */
export const at = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>(
    (node, key) => (typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined),
    value,
  )

/** The example of a body or an answer. An answer that several operations give stands in the components. */
export const exampleIn = (spec: object, body: unknown): unknown => {
  const reference = at(body, "$ref")
  const full = typeof reference === "string" ? at(spec, ...reference.split("/").slice(1)) : body
  return at(full, "content", "application/json", "example")
}
