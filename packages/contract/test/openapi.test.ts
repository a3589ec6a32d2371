// The API descriptions: complete, and consistent with their own examples.
import { LocalDate } from "@vintem/domain/calendar"
import { CheckoutSlug } from "@vintem/domain/catalogue"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  AdminApi,
  checkoutBody,
  checkoutChangeBody,
  companyPatchBody,
  couponBody,
  couponChangeBody,
  decodeApiKey,
  decodeCompany,
  decodeWebhook,
  operationScopes,
  orderEventBody,
  PanelApi,
  PublicApi,
  productBody,
  productChangeBody,
  refundBody,
  reminderRuleBody,
  reminderRuleChangeBody,
  resolveBody,
  SandboxApi,
  scopeOf,
  singleOrderBody,
  subscriberCardBody,
} from "../src/index.ts"
import { bodyOf, readBody } from "../src/input/codec.ts"
import { at, exampleIn } from "./in-description.ts"

const decodeCheckout = bodyOf(checkoutBody)
const decodeCompanyPatch = bodyOf(companyPatchBody)
const decodeCoupon = bodyOf(couponBody)
const decodeOrderEvent = bodyOf(orderEventBody)
const decodeReminderRule = bodyOf(reminderRuleBody)
const decodeReminderRuleChange = bodyOf(reminderRuleChangeBody)
const decodeProduct = bodyOf(productBody)
const decodeProductChange = bodyOf(productChangeBody)
const decodeRefund = bodyOf(refundBody)
const decodeResolve = bodyOf(resolveBody)
const decodeSubscriberCard = bodyOf(subscriberCardBody)
const decodeCheckoutChange = (body: unknown, slug: CheckoutSlug) => readBody(checkoutChangeBody, body, { slug })
const decodeCouponChange = (body: unknown, code: string) => readBody(couponChangeBody, body, { code })
const decodeSingleOrder = (body: unknown, today: LocalDate) => readBody(singleOrderBody, body, { today })

interface Operation {
  readonly name: string
  readonly described: OpenApi.OpenAPISpecOperation
  readonly payloads: ReadonlyArray<Schema.Top>
  /** Schemas of answers by status. */
  readonly answers: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

const describedApi = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  name: string,
  api: HttpApi.HttpApi<Id, Groups>,
) => {
  const spec = OpenApi.fromApi(api)
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, successes, errors }) => {
      const path = endpoint.path.replace(/:(\w+)/gu, "{$1}")
      operations.push({
        name: `${endpoint.method} ${path}`,
        described: describedOperation(spec, path, endpoint.method),
        payloads: [...endpoint.payload.values()].flatMap(({ schemas }) => schemas),
        answers: new Map([...successes, ...errors]),
      })
    },
  })
  return { name, spec, operations }
}

const describedOperation = (spec: OpenApi.OpenAPISpec, path: string, method: string) => {
  const { get, post, put, patch, delete: remove } = spec.paths[path] ?? {}
  const found = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: remove }[method]
  if (found === undefined) throw new Error(`${method} ${path} is not described.`)
  return found
}

const apis = [
  describedApi("public", PublicApi),
  describedApi("administration", AdminApi),
  describedApi("panel", PanelApi),
  describedApi("sandbox", SandboxApi),
]

const fits = (example: unknown, schemas: ReadonlyArray<Schema.Top>): boolean =>
  Result.isSuccess(
    Schema.decodeUnknownResult(Schema.Union(schemas).pipe(Schema.toEncoded), { onExcessProperty: "error" })(example),
  )

describe.each(apis)("the description of the $name API", ({ name, spec, operations }) => {
  it("is OpenAPI 3.1, with its name, its author and its licence", () => {
    expect(spec.openapi).toMatch(/^3\.1\.\d+$/u)
    expect(spec.info).toMatchObject({
      version: "1.0.0",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    })
    expect(spec.info.title).toMatch(/^Vintém /u)
    expect(at(spec.info, "contact", "name")).toBe("The Vintém maintainers")
  })

  it("requires authentication everywhere except at the door", () => {
    expect(spec.components.securitySchemes).toMatchObject(
      name === "panel" ? { session: { type: "apiKey", in: "cookie" } } : { bearer: { type: "http" } },
    )
    const asked = name === "panel" ? "session" : "bearer"
    for (const { described } of operations) {
      expect(described.security).toMatchObject(isForAnybody(described) ? [] : [{ [asked]: expect.any(Array) }])
    }
  })

  it("leaves objects open, because unknown fields are ignored", () => {
    expect(JSON.stringify(spec)).not.toContain('"additionalProperties":false')
  })

  it("resolves every reference", () => {
    const references = new Set(JSON.stringify(spec).match(/#\/components\/(?:schemas|responses)\/\w+/gu))
    const names = ["schemas", "responses"].flatMap((kind) =>
      Object.keys(Object(at(spec, "components", kind))).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...references].toSorted()).toEqual(names.toSorted())
  })

  it("has shared answers once", () => {
    const inPlace = operations.flatMap(({ described }) =>
      Object.values(described.responses).filter((answer) => at(answer, "$ref") === undefined),
    )
    // An answer whose content has no name stays in place.
    const named = inPlace
      .map((answer) => JSON.stringify(answer))
      .filter((text) => text.includes("#/components/schemas/"))
    expect(named.length).toBe(new Set(named).size)
  })

  describe.each(operations)("$name", ({ described, payloads, answers }) => {
    it("has summary, description and tag", () => {
      expect(described.summary).toBeTruthy()
      expect(described.description).toBeTruthy()
      expect(spec.tags.map(({ name }) => name)).toContain(described.tags[0])
    })

    it("can answer 401, 429 and 500", () => {
      const statuses = Object.keys(described.responses)
      expect(statuses).toEqual(expect.arrayContaining(["429", "500"]))
      expect(statuses.includes("401")).toBe(!isForAnybody(described))
    })

    it("has an example for its body, and it is valid", () => {
      expect(described.requestBody === undefined).toBe(payloads.length === 0)
      if (described.requestBody === undefined) return
      expect(fits(exampleIn(spec, described.requestBody), payloads)).toBe(true)
    })

    it("has an example for every answer, and it is valid", () => {
      for (const [status, schemas] of answers) {
        const example = exampleIn(spec, described.responses[status])
        // The only answer whose headers are in its schema: an example shows the body only.
        const whole = status === 429 ? { body: example, headers: { "retry-after": 20 } } : example
        expect([status, example, fits(whole, schemas)]).toEqual([status, example, true])
      }
    })

    it("has description and example for every parameter", () => {
      for (const parameter of described.parameters) {
        expect(parameter.description).toBeTruthy()
        expect(at(parameter, "example")).toBeDefined()
      }
    })
  })
})

/** A caller of the panel without a session has no credentials yet. */
const isForAnybody = ({ tags }: OpenApi.OpenAPISpecOperation): boolean => tags.includes("Door")

describe("the scopes of operations", () => {
  const described = apis.map(({ operations }) => operations.map((one) => one.described))

  it("are described for each operation of the public API, by the table, and for no other", () => {
    const [open = [], ...others] = described
    const told = open.map(({ description, operationId, security }) => {
      const [group = "", name = ""] = operationId.split(".")
      const scope = scopeOf(group, name)
      expect(description).toMatch(new RegExp(` Needs the scope \`${scope}\`\\.$`, "u"))
      expect(security).toEqual([{ bearer: [scope] }])
      return [group, name]
    })
    const table = Object.entries(operationScopes).flatMap(([group, names]) =>
      Object.keys(names).map((name) => [group, name]),
    )
    expect(told.toSorted()).toEqual(table.toSorted())
    for (const { security } of others.flat()) expect(security.flatMap(Object.values).flat()).toEqual([])
  })

  it("let every operation of the public API answer 403", () => {
    for (const { responses } of described[0] ?? []) expect(Object.keys(responses)).toContain("403")
  })

  it("are missing for an operation that the table lacks", () => {
    for (const [group, name] of [
      ["orders", "explode"],
      ["toString", "list"],
      ["constructor", "name"],
    ] as const) {
      expect(scopeOf(group, name)).toBeUndefined()
    }
  })
})

describe("examples of requests", () => {
  const today = LocalDate.make("2026-11-21")

  it.each([
    [0, "POST /api/v1/order/single", (body: unknown) => decodeSingleOrder(body, today)],
    [1, "POST /admin/v1/companies", decodeCompany],
    [1, "PATCH /admin/v1/companies/{company}", decodeCompanyPatch],
    [1, "POST /admin/v1/companies/{company}/api-keys", decodeApiKey],
    [1, "POST /admin/v1/companies/{company}/products", decodeProduct],
    [1, "PUT /admin/v1/companies/{company}/products/{product}", decodeProductChange],
    [1, "POST /admin/v1/companies/{company}/checkouts", decodeCheckout],
    [
      1,
      "PUT /admin/v1/companies/{company}/checkouts/{slug}",
      (body: unknown) => decodeCheckoutChange(body, CheckoutSlug.make("curso")),
    ],
    [1, "POST /admin/v1/companies/{company}/coupons", decodeCoupon],
    [1, "PUT /admin/v1/companies/{company}/coupons/{code}", (body: unknown) => decodeCouponChange(body, "NATAL10")],
    [1, "POST /admin/v1/companies/{company}/payment-link-rules", decodeReminderRule],
    [1, "PUT /admin/v1/companies/{company}/payment-link-rules/{token}", decodeReminderRuleChange],
    [1, "PUT /admin/v1/companies/{company}/webhook", decodeWebhook],
    [1, "POST /admin/v1/companies/{company}/orders/{order_number}/refund", decodeRefund],
    [0, "POST /api/v1/order/{order_number}/refund", decodeRefund],
    [1, "POST /admin/v1/companies/{company}/orders/{order_number}/resolve", decodeResolve],
    [1, "PUT /admin/v1/companies/{company}/subscribers/{token}/card", decodeSubscriberCard],
    [3, "POST /sandbox/v1/orders/{order_number}/events", decodeOrderEvent],
  ] as const)(
    "are read without a fault: %i %s",
    (index, name, decode: (body: unknown) => Result.Result<unknown, unknown>) => {
      const { operations = [], spec = {} } = apis[index] ?? {}
      const operation = operations.find((one) => one.name === name)
      expect(Result.isSuccess(decode(exampleIn(spec, operation?.described.requestBody)))).toBe(true)
    },
  )
})

describe("parameters", () => {
  const parametersOf = (name: string) =>
    apis[0]?.operations.find((operation) => operation.name === name)?.described.parameters ?? []

  it("of the list of orders are the document's, with its types, and the time of the last change", () => {
    const types = parametersOf("GET /api/v1/order").map(({ name, schema, required }) => [
      name,
      at(schema, "type"),
      required,
    ])
    expect(types).toEqual([
      ["page", "integer", false],
      ["from", "string", false],
      ["to", "string", false],
      ["updated_from", "string", false],
      ["updated_to", "string", false],
      ["status", "string", false],
      ["src", "string", false],
      ["ref", "string", false],
      ["product_id", "integer", false],
      ["taxvat", "string", false],
    ])
  })

  it("of the list of subscriptions are the document's, with its types", () => {
    const types = parametersOf("GET /api/v1/subscriber").map(({ name, schema }) => [name, at(schema, "type")])
    expect(types).toEqual([
      ["page", "integer"],
      ["next_charge", "string"],
      ["status", "string"],
      ["checkout_id", "string"],
      ["token", "string"],
      ["email", "string"],
    ])
  })

  // See docs/decisions/wire.md#0089 and docs/decisions/storage.md#0120.
  /** A stream of events has a header for resuming. */
  const resumed = new Map([["GET /panel/v1/companies/{company}/changes", ["Last-Event-Id"]]])
  const storesNoAnswer = [
    "/api-keys",
    "/events",
    "/clock/advance",
    "/unknown-outcomes/ask",
    "/retry",
    "/invitations",
    "/webhook/test",
  ]

  it("of every POST with a stored answer include the idempotency key", () => {
    for (const { operations } of apis) {
      for (const { name, described } of operations) {
        const headers = described.parameters.filter((parameter) => parameter.in === "header").map((one) => one.name)
        const isOwn = ["Door", "Session"].includes(described.tags[0] ?? "")
        const isKept = name.startsWith("POST") && !isOwn && !storesNoAnswer.some((end) => name.endsWith(end))
        expect([name, headers]).toEqual([name, isKept ? ["Idempotency-Key"] : (resumed.get(name) ?? [])])
      }
    }
  })
})
