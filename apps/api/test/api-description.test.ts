import { readFile } from "node:fs/promises"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const Json = Schema.Record(Schema.String, Schema.Unknown)

const Operation = Schema.Struct({
  operationId: Schema.String,
  security: Schema.Array(Json),
  parameters: Schema.Array(Schema.Struct({ name: Schema.String, in: Schema.String })),
  requestBody: Schema.optionalKey(
    Schema.Struct({ content: Schema.Struct({ "application/json": Schema.Struct({ example: Schema.Unknown }) }) }),
  ),
  responses: Schema.Record(Schema.String, Schema.Struct({ headers: Json, content: Json })),
})

const Description = Schema.Struct({
  openapi: Schema.String,
  info: Schema.Struct({ title: Schema.String, version: Schema.String }),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    schemas: Schema.Record(
      Schema.String,
      Schema.Struct({ examples: Schema.optionalKey(Schema.Array(Schema.Unknown)) }),
    ),
  }),
})

const described = async () => shown(Description, await service.call("GET", "/openapi.json"))

describe("the description of the API", () => {
  it("is the one that was reviewed", async () => {
    const reviewed: unknown = JSON.parse(await readFile(new URL("./openapi.reviewed.json", import.meta.url), "utf8"))
    const { body } = await service.call("GET", "/openapi.json")
    const advice = "If it should have changed: npm run openapi -w @vintem/api, and review the difference."
    expect(body, advice).toEqual(reviewed)
  })

  it("is OpenAPI 3.1, version 1.0.0 of the API", async () => {
    expect(await described()).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } })
  })

  it("is served to anybody", async () => {
    const answer = await service.call("GET", "/openapi.json")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"])
  })

  it("says of every operation that it needs a token, and what it says without one", async () => {
    for (const operation of Object.values((await described()).paths).flatMap((path) => Object.values(path))) {
      expect(operation.security).toEqual([{ bearer: [] }])
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["401", "429", "500"]))
      expect(Object.keys(operation.responses).filter((status) => status.startsWith("2"))).toHaveLength(1)
      expect(Object.keys(operation.responses["401"]?.headers ?? {})).toContain("WWW-Authenticate")
      expect(Object.keys(operation.responses["429"]?.headers ?? {})).toContain("Retry-After")
    }
  })

  it("describes operations that exist, and no sandbox and no administration", async () => {
    const company = await service.newCompany()
    for (const [path, operations] of Object.entries((await described()).paths)) {
      expect(path).toMatch(/^\/api\/v1\//u)
      for (const method of Object.keys(operations)) {
        const asked = path.replace(/\{[^}]+\}/gu, "1M7T54PC0000000")
        const answer = await service.call(method.toUpperCase(), asked, { token: company.key })
        // Not 404: that would be a path nobody serves; one of an absent order has a limit's headers.
        expect([path, answer.headers.get("x-ratelimit-limit")]).toEqual([path, "1000000"])
      }
    }
  })

  it("shows a request that is accepted", async () => {
    const company = await service.newCompany()
    const named = await whatExamplesName(company)
    for (const [path, operations] of Object.entries((await described()).paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        if (requestBody === undefined) continue
        const body = requestBody.content["application/json"].example
        const asked = path.replace("{slug}", named.slug).replace("{token}", named.token)
        const answer = await service.call(method.toUpperCase(), asked, { token: company.key, body })
        const expected = Object.keys(responses).find((status) => status.startsWith("2"))
        expect([path, String(answer.status), answer.status < 300 ? "" : answer.text]).toEqual([path, expected, ""])
      }
    }
  })

  it("shows single orders of every kind that are accepted", async () => {
    const company = await service.newCompany()
    const examples = (await described()).components.schemas["SingleOrderRequest"]?.examples ?? []
    expect(examples.length).toBeGreaterThan(3)
    for (const body of examples) {
      const answer = await company.post("/api/v1/order/single", body)
      // The saved card of an example is nobody's.
      expect(answer.text).toMatch(/"success":|"payment\.card\.token":/u)
    }
  })
})

/** Makes what the examples refer to, and a link and a batch for the paths. */
const whatExamplesName = async (company: CompanyUnderTest) => {
  const admin = `/admin/v1/companies/${company.id}`
  const product = await service.administer("POST", `${admin}/products`, { sku: "c", title: "Curso", unit_price: 100 })
  const { id } = shown(Id, product).data
  const checkout = { slug: "curso-de-violao", title: "Curso de violão", product_id: id }
  const coupon = { code: "NATAL10", percent: 10 }
  const made = [
    await service.administer("POST", `${admin}/checkouts`, checkout),
    await service.administer("POST", `${admin}/coupons`, coupon),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const link = await company.post("/api/v1/payment-link", { title: "Aula", amount: 10 })
  const batch = await company.post("/api/v1/payment-link-bulk", { customers: [{ amount: 10 }] })
  return { slug: shown(Slug, link).data.slug, token: shown(Token, batch).data.token }
}

const Id = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const Slug = Schema.Struct({ data: Schema.Struct({ slug: Schema.String }) })
const Token = Schema.Struct({ data: Schema.Struct({ token: Schema.String }) })

describe("the reference", () => {
  it("is a page that fetches nothing from elsewhere", async () => {
    const answer = await service.call("GET", "/docs")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html"])
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; " +
        "img-src 'self' data:; font-src 'self' data:; connect-src 'self'",
    )
    // What scripts hold are texts to them; what they may fetch, the policy says.
    const markup = answer.text.replace(/(<script\b[^>]*>)[\s\S]*?(<\/script>)/giu, "$1$2")
    expect(markup.length).toBeGreaterThan(200)
    expect(markup).toContain("<title>Vintém payment service</title>")
    const addresses = [...markup.matchAll(/\b(?:src|href|srcset|action|poster|data)\s*=\s*["']?([^"'\s>]+)/giu)]
    const styles = [...markup.matchAll(/url\(\s*["']?([^"')]+)|@import\s+["']?([^"';]+)/giu)]
    expect([...addresses, ...styles].map(([, address]) => address).filter(isElsewhere)).toEqual([])
  })

  it("would not pass with a picture from elsewhere", () => {
    expect(["https://cdn.example/a.js", "//cdn.example/a.js", "http://x"].filter(isElsewhere)).toHaveLength(3)
    expect(["/openapi.json", "data:image/png;base64,AA", "#top", undefined].filter(isElsewhere)).toEqual([])
  })
})

const isElsewhere = (address: string | undefined): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\//iu.test(address ?? "")
