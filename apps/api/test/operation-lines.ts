/**
 * An API description with one line per operation, and one per schema: who may call it, and the names of the fields that
 * go in and out.
 *
 * ```
 * GET /panel/v1/companies/{company}/orders orders:read path(company) query(page?, from?) 200(data: Order[], links: PageLinks) 401 403
 * PageLinks(first, last, prev, next)
 * ```
 */
type Json = Readonly<Record<string, unknown>>

export const operationLines = (description: object): string => {
  const { components, paths }: { components?: unknown; paths?: unknown } = description
  const { responses, schemas } = objectAt(components)
  const operations = Object.entries(objectAt(paths)).flatMap(([path, methods]) =>
    Object.entries(objectAt(methods)).map(([method, operation]) =>
      operationLine(`${method.toUpperCase()} ${path}`, objectAt(operation), objectAt(responses)),
    ),
  )
  const named = Object.entries(objectAt(schemas)).map(([name, schema]) => `${name}${fieldsIn(schema)}`)
  return `${[...operations, "", ...named].join("\n")}\n`
}

const operationLine = (name: string, operation: Json, shared: Json): string => {
  const [, scope] = /Needs the (?:permission|scope) `([^`]+)`/u.exec(String(operation["description"])) ?? []
  const parameters = arrayAt(operation["parameters"]).map(objectAt)
  const answers = Object.entries(objectAt(operation["responses"])).map(([status, answer]) =>
    status.startsWith("2") ? `${status}${bodyOf(resolved(objectAt(answer), shared))}` : status,
  )
  return [
    name,
    ...(scope === undefined ? [] : [scope]),
    ...["path", "query", "header"].flatMap((place) => {
      const names = parameters.flatMap((one) =>
        one["in"] === place ? [`${one["name"]}${one["required"] === true ? "" : "?"}`] : [],
      )
      return names.length === 0 ? [] : [`${place}(${names.join(", ")})`]
    }),
    ...(operation["requestBody"] === undefined ? [] : [`body${bodyOf(objectAt(operation["requestBody"]))}`]),
    ...answers,
  ].join(" ")
}

/** An answer that several operations give is in the components. */
const resolved = (answer: Json, shared: Json): Json =>
  typeof answer["$ref"] === "string" ? objectAt(shared[nameIn(answer["$ref"])]) : answer

const bodyOf = ({ content }: Json): string => {
  const [media] = Object.values(objectAt(content))
  const { schema } = objectAt(media)
  const text = fieldsIn(schema)
  return text.startsWith("(") ? text : `(${text})`
}

/** `(id, price?, fees: Fees)` for an object, the name for a reference, and nothing for anything without fields. */
const fieldsIn = (schema: unknown): string => {
  const { $ref, allOf, anyOf, items, properties, required } = objectAt(schema)
  if (typeof $ref === "string") return nameIn($ref)
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(fieldsIn))].filter((one) => one !== "").join(" | ")
  if (Array.isArray(allOf)) return [...new Set(allOf.map(fieldsIn))].filter((one) => one !== "").join(" & ")
  if (items !== undefined) {
    const item = fieldsIn(items)
    return item === "" ? "" : `${item}[]`
  }
  const fields = Object.entries(objectAt(properties)).map(([name, value]) => {
    const inner = fieldsIn(value)
    const called = `${name}${arrayAt(required).includes(name) ? "" : "?"}`
    return inner.startsWith("(") || inner === "" ? `${called}${inner}` : `${called}: ${inner}`
  })
  return fields.length === 0 ? "" : `(${fields.join(", ")})`
}

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

const objectAt = (value: unknown): Json => Object(value)
const arrayAt = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
