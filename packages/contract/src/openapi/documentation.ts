/**
 * The common parts of the API descriptions, and corrections of the generator's output.
 *
 * Objects are open: requests may have unknown fields, which are ignored, and answers may gain fields. Examples of
 * schemas become examples of requests, answers and parameters, because tools look for them there.
 */
import { marksInRowMax } from "@vintem/domain/text"
import * as OpenApi from "effect/http-api/OpenApi"
import { isObject } from "../input/codec.ts"
import { exampleOf } from "./example.ts"
import { arrayAt, type Json, mapValues, objectAt } from "./json.ts"
import { sharedAnswers } from "./shared-answers.ts"

export interface DocumentationOptions {
  readonly title: string
  readonly description: string
  /** True if answers have the headers of the rate limit. */
  readonly isRateLimited: boolean
  /** The challenge of a 401. `Bearer` if missing. */
  readonly challenge?: string
  /** More text about an operation, by its `operationId`. */
  readonly saidOf?: (operationId: string) => string | undefined
  /** The scope that an API key needs for an operation. Not described if missing. */
  readonly scopeOf?: (group: string, operation: string) => string | undefined
  /** The webhooks of the service. None if missing. */
  readonly webhooks?: () => DescribedWebhooks
}

/** Webhooks for an API description: their group, their entries by kind, and the schemas they refer to. */
export interface DescribedWebhooks {
  readonly tag: { readonly name: string; readonly description: string }
  readonly entries: Json
  readonly schemas: Json
}

export const documentation = ({ title, description, webhooks, ...completing }: DocumentationOptions) =>
  OpenApi.annotations({
    title,
    description: `${description}\n\n${conventions}`,
    version: "1.0.0",
    license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    servers: [{ url: "/", description: "The service that this description comes from" }],
    transform: (spec) => withWebhooks(completed(spec, completing), webhooks),
  })

/** Rules for every request that no schema can express. */
const conventions = [
  "In requests, spaces around a text are dropped, and a field that is blank, or null if null does not clear it, counts as absent.",
  `Texts may not contain control characters, nor more than ${marksInRowMax} combining marks in a row.`,
  "Amounts have at most two decimals and are below 100000000000.00.",
  `Integers are at most ${Number.MAX_SAFE_INTEGER}. Fields that are not described are ignored.`,
].join(" ")

/** The options that complete an operation. */
type Completing = Pick<DocumentationOptions, "challenge" | "isRateLimited" | "saidOf" | "scopeOf">

const completed = (spec: Json, completing: Completing): Record<string, unknown> => {
  const tidied = objectAt(tidy(spec))
  const components = objectAt(tidied["components"])
  const schemas = objectAt(components["schemas"])
  const { paths, responses } = sharedAnswers(
    mapValues(objectAt(tidied["paths"]), (path) =>
      mapValues(objectAt(path), (operation) => completedOperation(objectAt(operation), schemas, completing)),
    ),
  )
  return {
    ...tidied,
    components: {
      ...components,
      responses,
      securitySchemes: mapValues(objectAt(components["securitySchemes"]), asRegistered),
    },
    info: { ...objectAt(tidied["info"]), contact: { name: "The Vintém maintainers" } },
    paths,
  }
}

/** Names of schemes as registered: tools look for `bearer` and treat `Bearer` as another one. */
const asRegistered = (security: unknown): Json => {
  const { scheme, ...others } = objectAt(security)
  return typeof scheme === "string" ? { ...others, scheme: scheme.toLowerCase() } : others
}

/** The group comes last, because it is the only one without operations to call. */
const withWebhooks = (spec: Json, described: (() => DescribedWebhooks) | undefined): Record<string, unknown> => {
  if (described === undefined) return { ...spec }
  const { entries, schemas, tag } = described()
  const components = objectAt(spec["components"])
  return {
    ...spec,
    tags: [...arrayAt(spec["tags"]), tag],
    webhooks: entries,
    components: { ...components, schemas: { ...objectAt(components["schemas"]), ...objectAt(tidy(schemas)) } },
  }
}

const completedOperation = (operation: Json, schemas: Json, options: Completing): Json => ({
  ...operation,
  ...scoped(operation, options.scopeOf),
  ...saidMore(operation, options),
  parameters: arrayAt(operation["parameters"]).map((parameter) => completedParameter(objectAt(parameter))),
  ...(operation["requestBody"] === undefined
    ? {}
    : { requestBody: withExamples(objectAt(operation["requestBody"]), schemas) }),
  responses: Object.fromEntries(
    Object.entries(objectAt(operation["responses"])).map(([status, response]) => [
      status,
      { ...withExamples(objectAt(response), schemas), headers: headersOf(status, options) },
    ]),
  ),
})

/** Adds the scope in words and at the place that OpenAPI 3.1 has for it: the name of the security scheme. */
const scoped = ({ description, operationId, security }: Json, scopeOf: DocumentationOptions["scopeOf"]): Json => {
  const [group = "", operation = ""] = String(operationId).split(".")
  const scope = scopeOf?.(group, operation)
  if (scope === undefined) return {}
  return {
    description: `${String(description)} Needs the scope \`${scope}\`.`,
    security: arrayAt(security).map((scheme) => mapValues(objectAt(scheme), () => [scope])),
  }
}

/** The description of a parameter's value becomes the parameter's. */
const completedParameter = (parameter: Json): Json => {
  const { description, examples, ...schema } = objectAt(parameter["schema"])
  const name = parameter["in"] === "header" ? headerName(String(parameter["name"])) : parameter["name"]
  return { ...parameter, name, description, example: arrayAt(examples)[0], schema }
}

/** People read `idempotency-key` as `Idempotency-Key`. */
const headerName = (name: string): string => name.replace(/\b[a-z]/gu, (letter) => letter.toUpperCase())

const withExamples = (body: Json, schemas: Json): Json => ({
  ...body,
  content: mapValues(objectAt(body["content"]), (media) => {
    const { example, schema } = objectAt(media)
    return { schema, example: example ?? exampleOf(schema, schemas) }
  }),
})

const saidMore = ({ description, operationId }: Json, { saidOf }: Completing): Json => {
  const more = saidOf?.(String(operationId))
  return more === undefined ? {} : { description: `${String(description)}\n\n${more}` }
}

const headersOf = (status: string, { challenge = "Bearer", isRateLimited }: Completing): Json => ({
  "X-Request-Id": header("Identifies the request in the service's log.", "string"),
  ...(isRateLimited && status !== "401" ? rateLimitHeaders : {}),
  ...(status === "401" ? { "WWW-Authenticate": header(`\`${challenge}\``, "string") } : {}),
  ...(status === "429" || status === "503" ? { "Retry-After": header("Seconds to wait.", "integer") } : {}),
})

const header = (description: string, type: string): Json => ({ description, schema: { type } })

const rateLimitHeaders: Json = {
  "X-RateLimit-Limit": header("Requests allowed per minute.", "integer"),
  "X-RateLimit-Remaining": header("Requests left in this minute.", "integer"),
  "X-RateLimit-Reset": header("When the minute ends, in epoch seconds.", "integer"),
}

/** Removes superfluous parts of the generator's output from the whole description. */
const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, part]) => (isNoise(key, part) ? [] : [[plain(key), tidy(part)]]))
  const node = Object.fromEntries(entries)
  if (typeof node["$ref"] === "string") return { $ref: plain(node["$ref"]) }
  return node["type"] === "string" && node["format"] === "int64" ? asInteger(node) : node
}

const isNoise = (key: string, value: unknown): boolean =>
  (key === "additionalProperties" && value === false) ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

/** Errors are described as they are sent, under the names of their classes. */
const plain = (name: string): string => name.replace(/Encoded$/u, "")

/** In a URL everything is text; this text is an integer. */
const asInteger = (schema: Json): Json => ({
  ...schema,
  type: "integer",
  examples: arrayAt(schema["examples"]).map(Number),
})
