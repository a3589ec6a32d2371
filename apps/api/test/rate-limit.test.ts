import { NewApiKeyView } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byPix } from "./example-orders.ts"
import { type Answer, adminToken, type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest({
  isListening: true,
  environment: { VINTEM_RATE_LIMIT: "3", VINTEM_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" },
})

const CreatedKey = Schema.Struct({ data: NewApiKeyView })

const tooMany = { hasError: true, response: "Too many requests." }

const limitOf = ({ headers }: Answer) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`)))

const ask = (company: CompanyUnderTest) => company.get("/api/v1/order/status")

/** A request with a wrong token, from this address according to the proxies. */
const guess = (address: string, path = "/api/v1/order") =>
  service.call("GET", path, { token: "wrong", headers: { "x-forwarded-for": address } })

describe("the rate limit of an API key", () => {
  it("counts a minute from the first request, shows what is left, and starts again", async () => {
    const company = await service.newCompany()
    const end = service.clock.now() / 1_000 + 60
    expect(limitOf(await ask(company))).toEqual([3, 2, end])
    service.clock.advance({ seconds: 40 })
    expect(limitOf(await ask(company))).toEqual([3, 1, end])
    expect(limitOf(await ask(company))).toEqual([3, 0, end])
    const refused = await ask(company)
    expect([refused.status, refused.body]).toEqual([429, tooMany])
    expect([limitOf(refused), refused.headers.get("retry-after")]).toEqual([[3, 0, end], "20"])
    service.clock.advance({ seconds: 19 })
    expect((await ask(company)).headers.get("retry-after")).toBe("1")
    service.clock.advance({ seconds: 1 })
    const fresh = await ask(company)
    expect([fresh.status, limitOf(fresh)]).toEqual([200, [3, 2, end + 60]])
  })

  it("does not count refused requests", async () => {
    const company = await service.newCompany()
    for (let count = 0; count < 20; count += 1) await ask(company)
    service.clock.advance({ seconds: 60 })
    for (let count = 0; count < 3; count += 1) expect((await ask(company)).status).toBe(200)
  })

  it("holds for each key of a company separately", async () => {
    const company = await service.newCompany()
    const made = await service.administer("POST", `/admin/v1/companies/${company.id}/api-keys`, { name: "segunda" })
    const { data } = shown(CreatedKey, made)
    for (let count = 0; count < 4; count += 1) await ask(company)
    expect((await ask(company)).status).toBe(429)
    expect((await service.call("GET", "/api/v1/order/status", { token: data.key })).status).toBe(200)
  })

  it("holds for each company separately", async () => {
    const [one, other] = [await service.newCompany(), await service.newCompany()]
    for (let count = 0; count < 4; count += 1) await ask(one)
    expect((await ask(one)).status).toBe(429)
    expect((await ask(other)).status).toBe(200)
  })

  it("is in the headers of errors too", async () => {
    const company = await service.newCompany()
    const answers = [
      await company.get("/api/v1/order/1M7T54PC0000000"),
      await company.post("/api/v1/order/single", {}),
      await company.get("/api/v1/order?page=0"),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 422])
    expect(answers.map((answer) => limitOf(answer)[1])).toEqual([2, 1, 0])
  })

  it("is judged before the body", async () => {
    const company = await service.newCompany()
    for (let count = 0; count < 3; count += 1) await ask(company)
    for (const text of ["{", JSON.stringify(byPix()), " ".repeat(300_000)]) {
      const answer = await service.call("POST", "/api/v1/order/single", { token: company.key, text })
      expect([answer.status, answer.body]).toEqual([429, tooMany])
    }
  })

  it("is not stored under an idempotency key", async () => {
    const company = await service.newCompany()
    for (let count = 0; count < 3; count += 1) await ask(company)
    const place = () => company.post("/api/v1/order/single", byPix(), { "Idempotency-Key": "k" })
    expect((await place()).status).toBe(429)
    service.clock.advance({ seconds: 60 })
    const placed = await place()
    expect([placed.status, placed.headers.get("idempotent-replayed")]).toEqual([200, null])
  })

  it("lets the requests of one moment through up to the limit", async () => {
    const company = await service.newCompany()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(company)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })
})

describe("failed authentication", () => {
  it("is refused with 429 after twice the limit, until the minute is over", async () => {
    for (let count = 0; count < 6; count += 1) expect((await guess("177.32.0.1")).status).toBe(401)
    service.clock.advance({ seconds: 15 })
    const refused = await guess("177.32.0.1")
    expect([refused.status, refused.body]).toEqual([429, tooMany])
    expect(refused.headers.get("retry-after")).toBe("45")
    expect(refused.headers.get("x-ratelimit-limit")).toBeNull()
    service.clock.advance({ seconds: 45 })
    expect((await guess("177.32.0.1")).status).toBe(401)
  })

  it("is counted for each address, as trusted proxies report it", async () => {
    for (let count = 0; count < 7; count += 1) await guess("177.32.0.2")
    expect((await guess("177.32.0.2")).status).toBe(429)
    expect((await guess("177.32.0.3")).status).toBe(401)
    expect((await guess("1.2.3.4, 177.32.0.2, 10.1.2.3")).status).toBe(429)
    expect((await guess("177.32.0.2, 177.32.0.4")).status).toBe(401)
  })

  it("is counted for each IPv6 network of 64 bits", async () => {
    for (let count = 0; count < 6; count += 1) await guess(`2001:db8:0:1::${count}`)
    expect((await guess("2001:db8:0:1:ffff::1")).status).toBe(429)
    expect((await guess("2001:db8:0:2::1")).status).toBe(401)
  })

  it("is counted together for companies and administration", async () => {
    for (let count = 0; count < 3; count += 1) {
      await guess("177.32.0.5")
      await guess("177.32.0.5", "/admin/v1/companies")
    }
    expect((await guess("177.32.0.5")).status).toBe(429)
    expect((await guess("177.32.0.5", "/admin/v1/companies")).status).toBe(429)
    expect((await guess("177.32.0.5", "/sandbox/v1/orders/1/events")).status).toBe(405)
  })

  it("keeps no valid token out", async () => {
    const company = await service.newCompany()
    for (let count = 0; count < 8; count += 1) await guess("177.32.0.6")
    const from = { "x-forwarded-for": "177.32.0.6" }
    expect((await company.get("/api/v1/order", from)).status).toBe(200)
    const administered = await service.call("GET", "/admin/v1/companies", { token: adminToken, headers: from })
    expect(administered.status).toBe(200)
  })
})
