/** Access to the payer's side: who may call it, how often, and from which pages. */
import { describe, expect, it } from "vitest"
import { payer } from "./example-orders.ts"
import { linksPath, payersOf, paying } from "./payers.ts"
import { type RequestOptions, serviceUnderTest } from "./service-under-test.ts"

const limit = 3
const service = serviceUnderTest({
  isListening: true,
  environment: { VINTEM_RATE_LIMIT: String(limit), VINTEM_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" },
})
const { makeLink } = payersOf(service)

const tooMany = { hasError: true, response: "Too many requests." }
const unknown = `${linksPath}/0000000abcdefghjkmnpqrs`

const from = (address: string, options: RequestOptions = {}, method = "GET", path = unknown) =>
  service.call(method, path, { ...options, headers: { "x-forwarded-for": address, ...options.headers } })

describe("the rate limit of a payer", () => {
  it("is twice that of a key, by address, and is in the headers", async () => {
    for (let count = 1; count <= 2 * limit; count += 1) {
      const answer = await from("177.32.1.1")
      expect([answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([404, String(2 * limit - count)])
    }
    service.clock.advance({ seconds: 15 })
    const refused = await from("177.32.1.1")
    expect([refused.status, refused.body, refused.headers.get("retry-after")]).toEqual([429, tooMany, "45"])
    expect((await from("177.32.1.2")).status).toBe(404)
    expect((await from("1.2.3.4, 177.32.1.1, 10.1.2.3")).status).toBe(429)
    service.clock.advance({ seconds: 45 })
    expect((await from("177.32.1.1")).status).toBe(404)
  })

  it("counts pages too, which say so in words", async () => {
    for (let count = 0; count < 2 * limit; count += 1) await from("177.32.1.3", {}, "GET", "/l/x")
    const page = await from("177.32.1.3", {}, "GET", "/pay/x")
    expect([page.status, page.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"])
    expect([page.headers.get("retry-after"), page.text]).toEqual(["60", expect.stringContaining("Muitas visitas")])
    expect((await from("177.32.1.3")).status).toBe(429)
  })

  it("is separate: wrong keys do not use it up, nor the other way round", async () => {
    for (let count = 0; count < 2 * limit; count += 1) await from("177.32.1.4", { token: "x" }, "GET", "/api/v1/order")
    expect((await from("177.32.1.4")).status).toBe(404)
    for (let count = 0; count < 2 * limit; count += 1) await from("177.32.1.5")
    expect((await from("177.32.1.5", { token: "x" }, "GET", "/api/v1/order")).status).toBe(401)
  })

  it("counts an IPv6 network of 64 bits as one address", async () => {
    for (let count = 0; count < 2 * limit; count += 1) await from(`2001:db8:0:1::${count}`)
    expect((await from("2001:db8:0:1:ffff::1")).status).toBe(429)
    expect((await from("2001:db8:0:2::1")).status).toBe(404)
  })

  it("does not count preflights", async () => {
    for (let count = 0; count < 5 * limit; count += 1) await from("177.32.1.6", {}, "OPTIONS")
    expect((await from("177.32.1.6")).status).toBe(404)
  })
})

describe("the checks of a payer's request", () => {
  it("come one after another: after each correction the next one shows", async () => {
    const address = "177.32.2.1"
    const slug = await makeLink(await service.newCompany())
    for (let count = 0; count < 2 * limit; count += 1) await from(address)
    const seen: Array<string> = []
    const ask = async (path: string, method: string, options: RequestOptions) => {
      const answer = await from(address, options, method, path)
      seen.push(`${answer.status} ${Object.keys(Object(Object(Object(answer.body).response).errors)).join()}`.trim())
    }
    const large = " ".repeat(262_145)
    const headers = { "content-type": "text/plain" }
    await ask(`${linksPath}/${slug}/pay/it`, "PUT", { text: large, headers })
    await ask(`${linksPath}/${slug}/pay`, "PUT", { text: large, headers })
    await ask(`${linksPath}/${slug}/pay`, "POST", { text: large, headers })
    service.clock.advance({ seconds: 60 })
    await ask(`${linksPath}/${slug}/pay`, "POST", { text: large, headers })
    await ask(`${linksPath}/${slug}/pay`, "POST", { text: large })
    await ask(`${linksPath}/${slug}/pay`, "POST", { text: "{" })
    await ask(`${linksPath}/${slug}/pay`, "POST", { body: paying({ method: "cash" }) })
    await ask(`${linksPath}/${slug}/pay`, "POST", { body: paying({ method: "credit", installments: 2 }) })
    await ask(`${linksPath}/${slug}/pay`, "POST", { body: paying() })
    expect(seen).toEqual(["404", "405", "429", "415", "413", "400", "422 payment.method", "422 payment.card", "200"])
  })
})

describe("a page of any origin", () => {
  const origin = { origin: "https://loja.example.com" }

  it.each([
    ["GET", unknown, 404],
    ["GET", `${linksPath}/a/b/c`, 404],
    ["PUT", unknown, 405],
    ["POST", `${unknown}/pay`, 415],
    ["GET", "/public/v1/openapi.json", 200, "no-cache"],
  ])("may read the answers to %s %s", async (method, path, status, kept = "no-store") => {
    const answer = await from("177.32.3.1", { headers: origin }, method, path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After")
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
    expect(answer.headers.get("cache-control")).toBe(kept)
  })

  it("may read that it sent too many requests", async () => {
    for (let count = 0; count < 2 * limit; count += 1) await from("177.32.3.2")
    const answer = await from("177.32.3.2", { headers: origin })
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([429, "*"])
  })

  it.each([
    ["", "GET"],
    ["/pay", "POST"],
    ["/checkout", "POST"],
  ])("learns from a preflight what it may send: %s", async (end, method) => {
    const headers = { ...origin, "access-control-request-method": method }
    const answer = await from("177.32.3.3", { headers }, "OPTIONS", `${unknown}${end}`)
    expect([answer.status, answer.text]).toEqual([204, ""])
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("access-control-allow-methods")).toBe(method)
    expect(answer.headers.get("access-control-allow-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["Content-Type", "Idempotency-Key"]),
    )
  })

  it("may not call the companies' side", async () => {
    const answer = await from("177.32.3.4", { headers: origin }, "GET", "/api/v1/order")
    expect(answer.headers.get("access-control-allow-origin")).toBeNull()
    expect((await from("177.32.3.4", { headers: origin }, "OPTIONS", "/api/v1/order")).status).toBe(405)
  })

  it("gets the allowed methods", async () => {
    const answer = await from("177.32.3.5", { body: { customer: payer } }, "DELETE", `${unknown}/pay`)
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"])
  })
})
