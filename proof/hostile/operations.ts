/** Every operation of the service, from the descriptions of its APIs. */
import { AdminApi, PayerApi, PublicApi, SandboxApi } from "@vintem/contract"
import { Option, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { acquirerOperations, notifications } from "./gateway-operations.ts"
import type { Json } from "./json-value.ts"
import { pageOperations } from "./page-operations.ts"
import { sampleBody } from "./sample-body.ts"

/** The caller's side: its credential, and the process that answers. */
type Side = "public" | "payer" | "admin" | "sandbox" | "gateway" | "acquirer"

export interface Operation {
  readonly side: Side
  /** In capitals. */
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  readonly headers: ReadonlyArray<string>
  /** Bodies with all their fields, one for each way to fill them; none if it reads no body. */
  readonly bodies: ReadonlyArray<Json>
}

/** One per alternative of the field with the most: the three payment methods. */
const variants = [0, 1, 2]

const Described = Schema.Struct({
  paths: Schema.Record(
    Schema.String,
    Schema.Record(
      Schema.String,
      Schema.Struct({
        parameters: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String, in: Schema.String }))),
        requestBody: Schema.optionalKey(
          Schema.Struct({
            content: Schema.Struct({
              "application/json": Schema.Struct({ schema: Schema.Unknown, example: Schema.optionalKey(Schema.Json) }),
            }),
          }),
        ),
      }),
    ),
  ),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, Schema.Unknown) }),
})

const describedIn = (side: Side, description: unknown): ReadonlyArray<Operation> => {
  const { components, paths } = Schema.decodeUnknownSync(Described)(description)
  const named = new Map(Object.entries(components.schemas))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
      const namesIn = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name)
      const content = Option.fromUndefinedOr(requestBody?.content["application/json"])
      const bodies = Option.match(content, {
        onNone: () => [],
        onSome: ({ example, schema }) => [
          ...(example === undefined ? [] : [example]),
          ...variants.map((variant) => sampleBody(schema, named, variant)),
        ],
      })
      return { side, method: method.toUpperCase(), path, query: namesIn("query"), headers: namesIn("header"), bodies }
    }),
  )
}

/** In the order of the descriptions, always the same. */
export const operations: ReadonlyArray<Operation> = [
  ...describedIn("public", OpenApi.fromApi(PublicApi)),
  ...describedIn("payer", OpenApi.fromApi(PayerApi)),
  ...describedIn("admin", OpenApi.fromApi(AdminApi)),
  ...describedIn("sandbox", OpenApi.fromApi(SandboxApi)),
  ...notifications,
  ...acquirerOperations,
  ...pageOperations,
]
