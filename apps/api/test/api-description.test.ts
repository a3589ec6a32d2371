import { readFile } from "node:fs/promises"
import { SingleOrderResponse, WebhookPayloadView } from "@vintem/contract"
import { ApiKeyScope } from "@vintem/domain/access"
import { WebhookKind } from "@vintem/domain/order"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { describedSides } from "./described-sides.ts"
import { byCard } from "./example-orders.ts"
import { type CompanyUnderTest, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const Json = Schema.Record(Schema.String, Schema.Unknown)

const Answer = Schema.Struct({ headers: Json, content: Json })

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  tags: Schema.NonEmptyArray(Schema.String),
  security: Schema.Array(Json),
  parameters: Schema.Array(
    Schema.Struct({ name: Schema.String, in: Schema.String, example: Schema.optionalKey(Schema.Unknown) }),
  ),
  requestBody: Schema.optionalKey(
    Schema.Struct({ content: Schema.Struct({ "application/json": Schema.Struct({ example: Schema.Unknown }) }) }),
  ),
  responses: Schema.Record(Schema.String, Schema.Union([Schema.Struct({ $ref: Schema.String }), Answer])),
})

const Description = Schema.Struct({
  openapi: Schema.String,
  info: Schema.Struct({ title: Schema.String, version: Schema.String }),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    responses: Schema.Record(Schema.String, Answer),
    schemas: Schema.Record(
      Schema.String,
      Schema.Struct({ examples: Schema.optionalKey(Schema.Array(Schema.Unknown)) }),
    ),
  }),
})

/** An operation's answers in full: an answer that several operations give is in the components. */
const answersOf = (
  { responses }: typeof Operation.Type,
  { components }: typeof Description.Type,
): Readonly<Record<string, typeof Answer.Type>> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => {
      const full = "$ref" in answer ? components.responses[answer.$ref.split("/").at(-1) ?? ""] : answer
      if (full === undefined) throw new Error(`${JSON.stringify(answer)} leads nowhere.`)
      return [status, full]
    }),
  )

const described = async () => shown(Description, await service.call("GET", "/openapi.json"))

describe.each(Object.entries(describedSides))("the description of the %s side", (side, { path, reviewed, text }) => {
  const operations = async () => {
    const description = shown(Description, await service.call("GET", path))
    return Object.entries(description.paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        at,
        method,
        operation,
        responses: answersOf(operation, description),
      })),
    )
  }

  it("equals the reviewed one", async () => {
    const { body } = await service.call("GET", path)
    const advice = "If it should have changed: npm run openapi -w @vintem/api, and review the difference."
    expect(text(Object(body)), advice).toBe(await readFile(reviewed, "utf8"))
  })

  it("is OpenAPI 3.1, version 1.0.0 of the API", async () => {
    expect(shown(Description, await service.call("GET", path))).toMatchObject({
      openapi: "3.1.0",
      info: { version: "1.0.0" },
    })
  })

  it("is served to everybody, and sent again only if it changed", async () => {
    const answer = await service.call("GET", path)
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/json; charset=utf-8",
      "no-cache",
    ])
    const etag = answer.headers.get("etag") ?? ""
    const again = await service.call("GET", path, { headers: { "if-none-match": etag } })
    expect([again.status, again.text]).toEqual([304, ""])
  })

  it("shows every operation's request and answers, errors included", async () => {
    const found = await operations()
    expect(found.length).toBeGreaterThan(2)
    for (const { at, method, operation, responses } of found) {
      const { parameters, requestBody } = operation
      const named = `${method} ${at}`
      expect([named, parameters.filter((one) => !("example" in one))]).toEqual([named, []])
      expect([named, requestBody?.content["application/json"].example ?? "nothing"]).not.toEqual([named, undefined])
      for (const [status, { content }] of Object.entries(responses)) {
        expect([named, status, Object.values(content).every((one) => isObject(one) && "example" in one)]).toEqual([
          named,
          status,
          true,
        ])
      }
      expect(Object.keys(responses).filter((status) => status.startsWith("2"))).toHaveLength(1)
      const isForAnybody = side === "payer" || operation.tags[0] === "Door"
      const errors = isForAnybody ? ["429", "500"] : ["401", "429", "500"]
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(errors))
      const scheme = side === "panel" ? "session" : "bearer"
      expect(operation.security).toMatchObject(isForAnybody ? [] : [{ [scheme]: expect.any(Array) }])
    }
  })

  it("has its groups in their own order, and every operation in one of them", async () => {
    const { tags } = shown(Tagged, await service.call("GET", path))
    const names = tags.map(({ name }) => name)
    for (const { operation } of await operations()) expect(names).toContain(operation.tags[0])
    expect(names).toEqual(groups[side])
  })
})

/** In the README's order: from the first order to the webhooks about it. */
const groups: Readonly<Record<string, ReadonlyArray<string>>> = {
  public: ["Orders", "Payment links", "Bulk payment links", "Subscriptions", "Webhooks"],
  payer: ["Links", "Orders", "Postal codes"],
  administration: [
    "Companies",
    "API keys",
    "Overview",
    "Orders",
    "Products",
    "Checkouts",
    "Coupons",
    "Reminder rules",
    "Payment links",
    "Bulk payment links",
    "Subscriptions",
    "Webhook",
    "Webhook deliveries",
    "Audit log",
    "Customers",
    "Customers' data",
    "Dead jobs",
    "State of the service",
  ],
  panel: [
    "Door",
    "Session",
    "Company",
    "Members",
    "Changes",
    "Sheets",
    "Companies",
    "Operators",
    "API keys",
    "Overview",
    "Orders",
    "Products",
    "Checkouts",
    "Coupons",
    "Reminder rules",
    "Payment links",
    "Bulk payment links",
    "Subscriptions",
    "Webhook",
    "Webhook deliveries",
    "Audit log",
    "Customers",
    "Customers' data",
    "Dead jobs",
    "State of the service",
    "Sandbox: orders",
    "Sandbox: clock",
  ],
  sandbox: ["Orders", "Clock"],
}

const Tagged = Schema.Struct({ tags: Schema.Array(Schema.Struct({ name: Schema.String })) })
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

describe("the description of the sandbox", () => {
  const secret = "a-secret-of-production-that-is-long-enough"
  const production = serviceUnderTest({
    environment: {
      VINTEM_ENV: "production",
      VINTEM_ADMIN_TOKEN: secret,
      VINTEM_GATEWAY_URL: "https://acquirer.example",
      VINTEM_GATEWAY_SECRET: secret,
      VINTEM_PUBLIC_URL: publicUrl,
    },
  })

  it("is absent in production, and from its page; the others are there", async () => {
    for (const [side, { path }] of Object.entries(describedSides)) {
      const { status } = await production.call("GET", path)
      expect([side, status]).toEqual([side, side === "sandbox" ? 404 : 200])
    }
    const page = await production.call("GET", "/docs")
    expect(page.text).toContain("/admin/v1/openapi.json")
    expect(page.text).not.toContain("sandbox")
  })
})

describe("the webhooks of the description", () => {
  const Webhooks = Schema.Struct({
    webhooks: Schema.Record(
      Schema.String,
      Schema.Struct({
        post: Schema.Struct({
          summary: Schema.NonEmptyString,
          description: Schema.NonEmptyString,
          parameters: Schema.Array(Schema.Struct({ name: Schema.String, in: Schema.Literal("header") })),
          requestBody: Schema.Struct({
            content: Schema.Struct({
              "application/json": Schema.Struct({ schema: Schema.Unknown, example: Schema.Unknown }),
            }),
          }),
          responses: Json,
        }),
      }),
    ),
  })
  const webhooks = async () => shown(Webhooks, await service.call("GET", "/openapi.json")).webhooks

  it("are all the existing kinds", async () => {
    expect(Object.keys(await webhooks()).toSorted()).toEqual(WebhookKind.literals.toSorted())
  })

  it("show bodies of their kind, as they are sent", async () => {
    const read = Schema.decodeUnknownSync(WebhookPayloadView, { onExcessProperty: "error" })
    for (const [kind, { post }] of Object.entries(await webhooks())) {
      const { example, schema } = post.requestBody.content["application/json"]
      expect(read(example)).toMatchObject({ status: kind })
      expect(JSON.stringify(schema)).toContain("#/components/schemas/WebhookPayload")
      expect(post.parameters.map(({ name }) => name)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"])
    }
  })
})

describe("the description of the public API", () => {
  it("says which header comes with an answer", async () => {
    const description = await described()
    for (const operation of Object.values(description.paths).flatMap((path) => Object.values(path))) {
      const answers = answersOf(operation, description)
      expect(Object.keys(answers["401"]?.headers ?? {})).toContain("WWW-Authenticate")
      expect(Object.keys(answers["429"]?.headers ?? {})).toContain("Retry-After")
    }
  })

  it("describes operations that exist, and no sandbox and no administration", async () => {
    const company = await service.newCompany()
    for (const [path, operations] of Object.entries((await described()).paths)) {
      expect(path).toMatch(/^\/api\/v1\//u)
      for (const method of Object.keys(operations)) {
        const asked = path.replace(/\{[^}]+\}/gu, "1M7T54PC0000000")
        const answer = await service.call(method.toUpperCase(), asked, { token: company.key })
        // Not 404: that would be an unknown path. The answer for an absent order has a limit's headers.
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
        const asked = path
          .replace("{slug}", named.slug)
          .replace("{token}", named.token)
          .replace("{order_number}", named.orderNumber)
        const answer = await service.call(method.toUpperCase(), asked, { token: named.key, body })
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
      // The saved card of an example does not exist.
      expect(answer.text).toMatch(/"success":|"payment\.card\.token":/u)
    }
  })
})

/**
 * Makes the objects in the examples; a link, a batch and a paid order for the paths; and a key that may do everything.
 */
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
  const order = await company.post("/api/v1/order/single", byCard())
  const key = await service.administer("POST", `${admin}/api-keys`, { name: "tudo", scopes: ApiKeyScope.literals })
  return {
    slug: shown(Slug, link).data.slug,
    token: shown(Token, batch).data.token,
    orderNumber: shown(SingleOrderResponse, order).data.order_number,
    key: shown(Key, key).data.key,
  }
}

const Key = Schema.Struct({ data: Schema.Struct({ key: Schema.String }) })

const Id = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const Slug = Schema.Struct({ data: Schema.Struct({ slug: Schema.String }) })
const Token = Schema.Struct({ data: Schema.Struct({ token: Schema.String }) })

describe("the descriptions of the administration and the sandbox", () => {
  it("show requests that are accepted", async () => {
    const company = await service.newCompany()
    const { path: inPath, product_id } = await whatOperatorsName(company)
    for (const { description } of [describedSides.administration, describedSides.sandbox]) {
      const { paths } = Schema.decodeUnknownSync(Description)(description)
      for (const [at, operations] of Object.entries(paths)) {
        for (const [method, { requestBody, responses }] of Object.entries(operations)) {
          const named = `${method} ${at}`
          if (requestBody === undefined || dependsOnOthers.has(named)) continue
          const example = requestBody.content["application/json"].example
          const body =
            named === "post /admin/v1/companies/{company}/checkouts"
              ? { ...Schema.decodeUnknownSync(Json)(example), product_id }
              : example
          const asked = at.replace(
            /([\w-]+)\/\{(\w+)\}/gu,
            (_, folder: string, name: string) => `${folder}/${inPath[`${folder}/${name}`] ?? inPath[name] ?? name}`,
          )
          const answer = await service.administer(method.toUpperCase(), asked, body)
          const expected = Object.keys(responses).find((status) => status.startsWith("2"))
          expect([named, String(answer.status), answer.status < 300 ? "" : answer.text]).toEqual([named, expected, ""])
        }
      }
    }
  })

  it("describe operations that exist", async () => {
    for (const { description } of [describedSides.administration, describedSides.sandbox]) {
      for (const [at, operations] of Object.entries(Schema.decodeUnknownSync(Description)(description).paths)) {
        for (const method of Object.keys(operations)) {
          const answer = await service.call(method.toUpperCase(), at.replace(/\{\w+\}/gu, "1"), { token: "wrong" })
          expect([method, at, answer.status]).toEqual([method, at, 401])
        }
      }
    }
  })
})

/** Their examples name a card, a host, an attempt or a time that only a special story could produce. */
const dependsOnOthers: ReadonlySet<string> = new Set([
  "put /admin/v1/companies/{company}/subscribers/{token}/card",
  "put /admin/v1/companies/{company}/webhook",
  "post /admin/v1/companies/{company}/webhook-deliveries/replay",
  "post /admin/v1/companies/{company}/orders/{order_number}/resolve",
])

/** One of each object in the paths of the administration and the sandbox. */
const whatOperatorsName = async (company: CompanyUnderTest) => {
  const admin = `/admin/v1/companies/${company.id}`
  const made = (at: string, body: object) => service.administer("POST", `${admin}/${at}`, body)
  const product_id = shown(Id, await made("products", { sku: "x", title: "Apostila", unit_price: 90 })).data.id
  await made("checkouts", { slug: "apostila", title: "Apostila", product_id })
  await made("coupons", { code: "DEZ", percent: 10 })
  const reminders = [{ days: 0, channel: "email" }]
  const rule = shown(Token, await made("payment-link-rules", { name: "Uma", reminders })).data.token
  const order = shown(OrderNumber, await company.post("/api/v1/order/single", byCard())).data.order_number
  const link = shown(Slug, await made("payment-links", { title: "Aula", amount: 10 })).data.slug
  const batch = shown(Token, await made("payment-link-bulk", { customers: [{ amount: 10 }] })).data.token
  const path: Readonly<Record<string, string>> = {
    company: String(company.id),
    product: String(product_id),
    slug: "apostila",
    code: "DEZ",
    token: rule,
    "payment-links/slug": link,
    "payment-link-bulk/token": batch,
    order_number: order,
  }
  return { path, product_id }
}

const OrderNumber = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

describe("the reference", () => {
  it("is a small page that fetches nothing from elsewhere and runs no text as a script", async () => {
    const answer = await service.call("GET", "/docs")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const policy = answer.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'; script-src 'self'; ")
    expect(policy).not.toContain("unsafe-eval")
    expect(policy).not.toMatch(/https?:|\*/u)
    expect(answer.text).toContain("<title>Vintém payment service: reference</title>")
    expect(answer.text.match(/<script\b[^>]*>[^<]/giu)).toBeNull()
    const addresses = [...answer.text.matchAll(/\b(?:src|href|srcset|action|poster|data)\s*=\s*["']?([^"'\s>]+)/giu)]
    const styles = [...answer.text.matchAll(/url\(\s*["']?([^"')]+)|@import\s+["']?([^"';]+)/giu)]
    expect(addresses.length).toBeGreaterThan(3)
    expect([...addresses, ...styles].map(([, address]) => address).filter(isElsewhere)).toEqual([])
  })

  it("names the descriptions of all sides", async () => {
    const { text } = await service.call("GET", "/docs")
    for (const { path } of Object.values(describedSides)) expect(text).toContain(`<a href="${path}">`)
    const configuration = /data-configuration="([^"]*)"/u.exec(text)?.[1]?.replaceAll("&quot;", '"') ?? ""
    const { sources } = Schema.decodeSync(Schema.fromJsonString(Configuration))(configuration)
    expect(sources.map(({ url }) => url)).toEqual(Object.values(describedSides).map(({ path }) => path))
  })

  it("has a script that browsers fetch once", async () => {
    const { text } = await service.call("GET", "/docs")
    const address = /<script src="([^"]+)">/u.exec(text)?.[1] ?? ""
    expect(address).toMatch(/^\/docs\/reference\.js\?v=[\w-]{22}$/u)
    const script = await service.call("GET", address)
    expect([script.status, script.headers.get("content-type"), script.headers.get("cache-control")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ])
    expect(script.text).toContain("createApiReference")
    expect(script.text.trimEnd().endsWith("}")).toBe(true)
    expect(script.text).not.toContain("<script>")
    const packed = await service.call("GET", address, { headers: { "accept-encoding": "gzip, br" } })
    expect(packed.headers.get("content-encoding")).toBe("br")
    expect(Number(packed.headers.get("content-length"))).toBeLessThan(1_000_000)
  })

  it("would fail with a picture from another host", () => {
    expect(["https://cdn.example/a.js", "//cdn.example/a.js", "http://x"].filter(isElsewhere)).toHaveLength(3)
    expect(["/openapi.json", "data:image/png;base64,AA", "#top", undefined].filter(isElsewhere)).toEqual([])
  })
})

const Configuration = Schema.Struct({ sources: Schema.Array(Schema.Struct({ url: Schema.String })) })

const isElsewhere = (address: string | undefined): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\//iu.test(address ?? "")
