/**
 * The scopes of API keys: each operation of the public API requires its scope, after the rate limit and before the
 * body.
 */

import { recordKeyUses } from "@vintem/application"
import { ApiKeyPage, operationScopes, PublicApi, SingleOrderResponse } from "@vintem/contract"
import { ApiKeyHash, ApiKeyScope, scopesOfEarlierKeys } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { ApiKeyRepository, Secrets } from "@vintem/domain/ports"
import { Effect, Redacted, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { byPix } from "./example-orders.ts"
import { type Answer, type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const MadeKey = Schema.Struct({ data: Schema.Struct({ id: Schema.Int, key: Schema.String }) })

const keysOf = ({ id }: Pick<CompanyUnderTest, "id">) => `/admin/v1/companies/${id}/api-keys`

const newKey = async (company: CompanyUnderTest, terms: object): Promise<string> =>
  shown(MadeKey, await service.administer("POST", keysOf(company), { name: "chave", ...terms })).data.key

/** A key that the service would not create: one without any scope. */
const keyWithoutScope = (company: CompanyUnderTest) =>
  service.run(
    Effect.gen(function* () {
      const { newApiKey, hashApiKey } = yield* Secrets
      const { add } = yield* ApiKeyRepository
      const key = yield* newApiKey
      yield* add({
        company: CompanyId.make(company.id),
        name: "nada",
        hash: ApiKeyHash.make(hashApiKey(key)),
        lastDigits: "0000",
        scopes: [],
        expiresAt: null,
        lastUsedAt: null,
        createdAt: instant(0),
      })
      return Redacted.value(key)
    }),
  )

interface Operation {
  readonly method: string
  readonly path: string
  readonly scope: string
}

/** Every operation of the public API, called for something that does not exist. */
const operations: ReadonlyArray<Operation> = (() => {
  const found: Array<Operation> = []
  HttpApi.reflect(PublicApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const scope = Object.entries(operationScopes).find(([name]) => name === group.identifier)?.[1]
      found.push({
        method: endpoint.method,
        path: endpoint.path.replace(":order_number", "EXEMPLO12345").replace(/:\w+/gu, "nada"),
        scope: String(Reflect.get(Object(scope), endpoint.identifier)),
      })
    },
  })
  return found
})()

const lacks = (scope: string) => ({ hasError: true, response: `The API key lacks the scope ${scope}.` })

const asked = ({ method, path }: Operation, token: string): Promise<Answer> =>
  service.call(method, path, { token, ...(method === "GET" || method === "DELETE" ? {} : { body: {} }) })

describe.each(operations)("$method $path", (operation) => {
  const { scope } = operation

  it(`opens to a key with ${scope}, and to that scope alone`, async () => {
    const company = await service.newCompany()
    for (const one of ApiKeyScope.literals) {
      const answer = await asked(operation, await newKey(company, { scopes: [one] }))
      if (one === scope) expect([200, 404, 422]).toContain(answer.status)
      else expect([one, answer.status, answer.body]).toEqual([one, 403, lacks(scope)])
    }
  })

  it("opens to no key without a scope", async () => {
    const answer = await asked(operation, await keyWithoutScope(await service.newCompany()))
    expect([answer.status, answer.body]).toEqual([403, lacks(scope)])
  })
})

it("requires for each operation a scope that can be granted", () => {
  expect(operations.length).toBeGreaterThan(15)
  for (const { scope } of operations) expect(ApiKeyScope.literals).toContain(scope)
})

describe("a 403 without a scope", () => {
  it("has the rate limit's headers, and counts", async () => {
    const company = await service.newCompany()
    const token = await newKey(company, { scopes: ["links:read"] })
    const [first, second] = [
      await service.call("GET", "/api/v1/order", { token }),
      await service.call("GET", "/api/v1/order", { token }),
    ].map(({ headers, status }) => ({ status, left: Number(headers.get("x-ratelimit-remaining")) }))
    expect([first?.status, second?.status]).toEqual([403, 403])
    expect(Number(first?.left) - Number(second?.left)).toBe(1)
  })

  it("comes before the body is read, and nothing is stored under its idempotency key", async () => {
    const company = await service.newCompany()
    const token = await newKey(company, { scopes: ["orders:read"] })
    const headers = { "Idempotency-Key": "um pedido" }
    const broken = await service.call("POST", "/api/v1/order/single", { token, text: "{", headers })
    expect(broken.status).toBe(403)
    const refused = await service.call("POST", "/api/v1/order/single", { token, body: byPix(), headers })
    expect([refused.status, refused.body]).toEqual([403, lacks("orders:write")])
    const placed = await company.post("/api/v1/order/single", byPix(), headers)
    expect([placed.status, placed.headers.get("idempotent-replayed")]).toEqual([200, null])
  })

  it("comes only once the key is known: a wrong one is 401 and reveals no scopes", async () => {
    const answer = await service.call("GET", "/api/v1/order", { token: "vtm_nothing" })
    expect([answer.status, answer.body]).toEqual([401, { hasError: true, response: "Unauthenticated." }])
  })
})

describe("a key that expires", () => {
  it("is 401 from the next second on, although it is cached and nothing is written in between", async () => {
    const company = await service.newCompany()
    const token = await newKey(company, { expires_at: "2026-11-19 12:00:30" })
    expect((await service.call("GET", "/api/v1/order", { token })).status).toBe(200)
    service.clock.advance({ seconds: 30 })
    expect((await service.call("GET", "/api/v1/order", { token })).status).toBe(200)
    service.clock.advance({ seconds: 1 })
    const ended = await service.call("GET", "/api/v1/order", { token })
    expect([ended.status, ended.body]).toEqual([401, { hasError: true, response: "Unauthenticated." }])
    expect(ended.headers.get("x-ratelimit-limit")).toBe(null)
    expect((await company.get("/api/v1/order")).status).toBe(200)
  })

  it("expires by the clock of the sandbox", async () => {
    const company = await service.newCompany()
    const token = await newKey(company, { expires_at: "2026-11-30" })
    const turned = await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 11 * 86_400 })
    expect(turned.status).toBe(200)
    expect((await service.call("GET", "/api/v1/order", { token })).status).toBe(200)
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 86_400 })
    expect((await service.call("GET", "/api/v1/order", { token })).status).toBe(401)
  })

  it("cannot be made in the past, nor with an unknown scope", async () => {
    const company = await service.newCompany()
    const past = await service.administer("POST", keysOf(company), { name: "x", expires_at: "2020-01-01" })
    expect([past.status, faultsIn(past)]).toEqual([422, { expires_at: ["The expires_at must be in the future."] }])
    const people = await service.administer("POST", keysOf(company), { name: "x", scopes: ["members:write"] })
    expect([people.status, Object.keys(faultsIn(people))]).toEqual([422, ["scopes.0"]])
  })
})

describe("the list of keys", () => {
  it("shows scopes, end and last use", async () => {
    const company = await service.newCompany()
    const token = await newKey(company, { scopes: ["orders:refund", "orders:read"], expires_at: "2027-01-31" })
    await service.call("GET", "/api/v1/order", { token })
    const list = async () =>
      shown(ApiKeyPage, await service.administer("GET", keysOf(company))).data.map(
        ({ expires_at, last_used_at, scopes }) => [scopes, expires_at, last_used_at === null],
      )
    const before = [
      [["orders:read", "orders:refund"], "2027-01-31 23:59:59", true],
      [scopesOfEarlierKeys, null, true],
    ]
    expect(await list()).toEqual(before)
    await service.run(recordKeyUses())
    expect(await list()).toEqual([[["orders:read", "orders:refund"], "2027-01-31 23:59:59", false], before[1]])
  })
})

describe("a key that was made without naming scopes", () => {
  it("places orders and refunds none", async () => {
    const company = await service.newCompany()
    const placed = await company.post("/api/v1/order/single", byPix())
    expect(shown(SingleOrderResponse, placed).success).toBe(false)
    expect((await company.get("/api/v1/subscriber")).status).toBe(200)
    expect((await company.get("/api/v1/payment-link-bulk")).status).toBe(200)
  })
})
