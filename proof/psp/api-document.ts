/**
 * Checks an exchange with an OpenAPI document: the request, the status, and the answer.
 *
 * The document of the API Pix has faults of its own, which would hide all others. They are corrected on reading, each
 * with its reason.
 */
import { Ajv, type ValidateFunction } from "ajv"
import { parse } from "yaml"
import type { Exchange } from "./fake-institution.ts"

type Json = Readonly<Record<string, unknown>>

export interface ApiDocument {
  /** The operation of a request, as `PUT /cob/{txid}`; null if there is none. */
  readonly operationOf: (exchange: Pick<Exchange, "method" | "path">) => string | null
  /** Disagreements with the document, one sentence each. */
  readonly faultsOf: (exchange: Exchange) => ReadonlyArray<string>
}

/** @param text - YAML or JSON, OpenAPI 3.0 */
export const readApiDocument = (text: string): ApiDocument => {
  const root = mended(parse(text))
  if (!isObject(root) || !isObject(root["paths"])) throw new Error("This is no OpenAPI document.")
  const ajv = new Ajv({ strict: false, allErrors: true, formats })
  ajv.addSchema({ $id: "document", ...root })
  const compiled = new Map<string, ValidateFunction>()

  /** A schema's objections to a value. References lead into the document. */
  const against = (schema: unknown, value: unknown, what: string): ReadonlyArray<string> => {
    const name = JSON.stringify(schema)
    const validate = compiled.get(name) ?? ajv.compile(intoDocument(schema))
    compiled.set(name, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`)
  }

  const resolved = (node: unknown): Json => {
    if (!isObject(node)) return {}
    const { $ref } = node
    if (typeof $ref !== "string") return node
    const found = $ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), root)
    return resolved(found)
  }

  const paths = Object.entries(root["paths"]).map(([template, node]) => ({
    template,
    node: resolved(node),
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/gu, "([^/]+)")}$`, "u"),
    names: [...template.matchAll(/\{([^}]+)\}/gu)].map(([, name = ""]) => name),
  }))

  const found = ({ method, path }: Pick<Exchange, "method" | "path">) => {
    for (const { template, node, pattern, names } of paths) {
      const match = pattern.exec(path)
      const operation = resolved(node[method.toLowerCase()])
      if (match === null || operation["responses"] === undefined) continue
      const values = new Map(names.map((name, place) => [name, match[place + 1] ?? ""]))
      const parameters = [node["parameters"], operation["parameters"]].flatMap(listOf).map(resolved)
      return { name: `${method} ${template}`, operation, values, parameters }
    }
    return null
  }

  const parameterFaults = (
    parameters: ReadonlyArray<Json>,
    values: ReadonlyMap<string, string>,
    query: URLSearchParams,
  ) => {
    const known = parameters.map(({ name }) => name)
    const unknown = [...query.keys()].filter((name) => !known.includes(name)).map((name) => `unknown parameter ${name}`)
    return unknown.concat(
      parameters.flatMap(({ name, in: place, required, schema }) => {
        if (typeof name !== "string") return []
        const value = place === "path" ? values.get(name) : (query.get(name) ?? undefined)
        if (value === undefined) return required === true ? [`parameter ${name} is missing`] : []
        const { type } = resolved(schema)
        return against(schema, type === "integer" ? Number(value) : value, `parameter ${name}`)
      }),
    )
  }

  const bodyFaults = (
    content: unknown,
    type: string | undefined,
    text: string,
    what: string,
  ): ReadonlyArray<string> => {
    const media = type?.split(";")[0] ?? "no type"
    const described = resolved(resolved(content)[media])
    return described["schema"] === undefined
      ? [`${what} has the type ${media}`]
      : against(described["schema"], JSON.parse(text), what)
  }

  return {
    operationOf: (exchange) => found(exchange)?.name ?? null,
    faultsOf: (exchange) => {
      const at = found(exchange)
      if (at === null) return [`there is no ${exchange.method} ${exchange.path}`]
      const { operation, values, parameters } = at
      const asked = resolved(operation["requestBody"])
      const response = resolved(resolved(operation["responses"])[String(exchange.status)])
      const answer =
        response["content"] === undefined
          ? [`status ${exchange.status} is not described`]
          : bodyFaults(response["content"], exchange.answerType, exchange.answer, "answer")
      const request =
        asked["content"] === undefined
          ? []
          : bodyFaults(asked["content"], exchange.contentType, exchange.body, "request")
      return [...parameterFaults(parameters, values, exchange.query), ...request, ...answer].map(
        (fault) => `${at.name}, ${exchange.status}: ${fault}`,
      )
    },
  }
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const intoDocument = (schema: unknown): Json => {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
  const moved: unknown = JSON.parse(text)
  return isObject(moved) ? moved : {}
}

/**
 * - A pattern between slashes is in ECMAScript's form, and the slashes belong to no text. Others lack anchors, and any
 *   text with a matching
 *   part would pass.
 * - `idCob` is required of each charge in a list, and defined nowhere.
 * - The fields of the receiver's address are required next to the receiver, too, and defined nowhere there.
 */
const mended = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(mended)
  if (!isObject(node)) return node
  const entries = Object.entries(node).map(([name, value]) => [name, mended(value)] as const)
  const copy: Record<string, unknown> = Object.fromEntries(entries)
  const { pattern, required, properties } = copy
  if (typeof pattern === "string") copy["pattern"] = anchored(pattern)
  if (Array.isArray(required)) copy["required"] = required.filter((name) => name !== "idCob")
  if (isObject(properties) && "recebedor" in properties) delete copy["required"]
  return copy
}

const anchored = (pattern: string): string => `^(?:${/^\/(.*)\/$/su.exec(pattern)?.[1] ?? pattern})$`

/** Locations have no scheme, even in the document's examples: they are no URIs. Other formats bound numbers. */
const formats = {
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/u,
  date: /^\d{4}-\d{2}-\d{2}$/u,
  uri: true,
  int32: true,
  int64: true,
  email: true,
} as const
