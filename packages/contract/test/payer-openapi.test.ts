// The description of the payer's side: complete, without credentials, and consistent with its own examples.
import { LocalDate } from "@vintem/domain/calendar"
import { HttpApi, OpenApi } from "effect/http-api"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { decodeLinkPayment, decodeOrderPayment, linkContactBody, PayerApi, PayerField } from "../src/index.ts"
import { readBody } from "../src/input/codec.ts"
import { exampleIn } from "./in-description.ts"

const decodeLinkContact = (body: unknown, needed: ReadonlyArray<PayerField>) =>
  readBody(linkContactBody, body, { needed })

const spec = OpenApi.fromApi(PayerApi)

/** The described operations, with the schemas of their answers. */
const operations = (() => {
  const found: Array<{
    readonly name: string
    readonly described: OpenApi.OpenAPISpecOperation | undefined
    readonly answers: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  }> = []
  HttpApi.reflect(PayerApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, successes, errors }) => {
      const { get, post } = spec.paths[endpoint.path.replace(/:(\w+)/gu, "{$1}")] ?? {}
      const described = endpoint.method === "GET" ? get : post
      found.push({
        name: `${endpoint.method} ${endpoint.path}`,
        described,
        answers: new Map([...successes, ...errors]),
      })
    },
  })
  return found
})()

describe("the description of the payer's side", () => {
  it("is OpenAPI 3.1 of six operations", () => {
    expect(spec.openapi).toMatch(/^3\.1\.\d+$/u)
    expect(operations.map(({ name }) => name)).toEqual([
      "GET /public/v1/payment-links/:slug",
      "POST /public/v1/payment-links/:slug/checkout",
      "POST /public/v1/payment-links/:slug/pay",
      "GET /public/v1/orders/:public_key",
      "POST /public/v1/orders/:public_key/pay",
      "GET /public/v1/postal-codes/:postcode",
    ])
  })

  it.each(operations)(
    "shows for $name that it needs no credentials, and can answer 404, 429 and 500",
    ({ described }) => {
      expect(described?.security ?? []).toEqual([])
      expect(described?.summary).toBeTruthy()
      expect(Object.keys(described?.responses ?? {})).toEqual(expect.arrayContaining(["404", "429", "500"]))
      expect(Object.keys(described?.responses ?? {})).not.toContain("401")
    },
  )

  it.each(operations)("has valid examples of every answer of $name", ({ answers, described }) => {
    for (const [status, schemas] of answers) {
      const example = exampleIn(spec, described?.responses[status])
      const whole = status === 429 ? { body: example, headers: { "retry-after": 20 } } : example
      const read = Schema.decodeUnknownResult(Schema.Union(schemas).pipe(Schema.toEncoded), {
        onExcessProperty: "error",
      })
      expect([status, Result.isSuccess(read(whole))]).toEqual([status, true])
    }
  })

  it("has examples of requests that are read without a fault", () => {
    const today = LocalDate.make("2026-11-21")
    const needed = PayerField.literals.filter((field) => field === "taxvat" || field === "telephone")
    const bodies = operations
      .flatMap(({ described }) => described?.requestBody ?? [])
      .map((body) => exampleIn(spec, body))
    const read = [
      Result.isSuccess(decodeLinkContact(bodies[0], needed)),
      Result.isSuccess(decodeLinkPayment(bodies[1], needed, today)),
      Result.isSuccess(decodeOrderPayment(bodies[2], today)),
    ]
    expect(read).toEqual([true, true, true])
  })
})
