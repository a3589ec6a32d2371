/** Reads an API description, as other programs do. */

/** The value at a path of keys. Undefined if there is none. */
export const at = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>(
    (node, key) => (typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined),
    value,
  )

/** The example of a body or an answer. An answer that several operations share is in the components. */
export const exampleIn = (spec: object, body: unknown): unknown => {
  const reference = at(body, "$ref")
  const full = typeof reference === "string" ? at(spec, ...reference.split("/").slice(1)) : body
  return at(full, "content", "application/json", "example")
}
