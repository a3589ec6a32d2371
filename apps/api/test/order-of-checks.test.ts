import { describe, expect, it } from "vitest"
import { byCard, byPix, changed } from "./example-orders.ts"
import { type Answer, type CompanyUnderTest, type RequestOptions, serviceUnderTest } from "./service-under-test.ts"

/** An address of Amazon's, and one of a household in Brazil, as a trusted proxy reports them. */
const hosting = "3.5.140.2"
const household = "177.32.0.1"

const single = "/api/v1/order/single"

const fromHosting = { hasError: true, response: "Requests from cloud hosting providers are not accepted." }

const placeFrom = (company: CompanyUnderTest, forwardedFor: string) =>
  company.post(single, byPix(), { "x-forwarded-for": forwardedFor })

describe("the checks of a request", () => {
  const limit = 3
  const service = serviceUnderTest({
    isListening: true,
    environment: { VINTEM_RATE_LIMIT: String(limit), VINTEM_TRUSTED_PROXIES: "127.0.0.1" },
  })

  it("come one after another: after each correction the next one shows", async () => {
    const company = await service.newCompany()
    const settings = (patch: object) => service.administer("PATCH", `/admin/v1/companies/${company.id}`, patch)
    const used = await company.post(single, byPix(), { "Idempotency-Key": "used" })
    expect(used.status).toBe(200)
    await settings({ under_moderation: true, block_cloud: true })
    for (let count = 1; count < limit; count += 1) await company.get("/api/v1/order")

    const unknownCard = byCard({ token: "0e6c7a0e-9f5b-4f0a-9c39-6a1a3a4b5c6d" })
    let method = "PUT"
    let path = "/api/v1/order/single/it"
    let request: RequestOptions = { token: "wrong", text: "{".padEnd(262_145) }
    let headers: Readonly<Record<string, string>> = {
      "content-type": "text/plain",
      "Idempotency-Key": "used",
      "x-forwarded-for": hosting,
    }
    const seen: Array<readonly [mended: string, says: string]> = []
    const mend = async (what: string, how: () => unknown) => {
      await how()
      seen.push([what, gistOf(await service.call(method, path, { ...request, headers }))])
    }

    await mend("nothing", () => {})
    await mend("the path", () => {
      path = single
    })
    await mend("the method", () => {
      method = "POST"
    })
    await mend("the token", () => {
      request = { ...request, token: company.key }
    })
    await mend("the haste", () => service.clock.advance({ seconds: 60 }))
    await mend("the media type", () => {
      headers = { ...headers, "content-type": "application/json" }
    })
    await mend("the size", () => {
      request = { ...request, text: "{" }
    })
    service.clock.advance({ seconds: 60 })
    await mend("the JSON", () => {
      request = { ...request, text: JSON.stringify(changed(unknownCard, "customer.email", "nobody")) }
    })
    await mend("the field", () => {
      request = { ...request, text: JSON.stringify(unknownCard) }
    })
    await mend("the key", () => {
      headers = { ...headers, "Idempotency-Key": "fresh 1" }
    })
    service.clock.advance({ seconds: 60 })
    await mend("the moderation", async () => {
      await settings({ under_moderation: false })
      headers = { ...headers, "Idempotency-Key": "fresh 2" }
    })
    await mend("the address", () => {
      headers = { ...headers, "Idempotency-Key": "fresh 3", "x-forwarded-for": household }
    })
    await mend("the card", () => {
      headers = { ...headers, "Idempotency-Key": "fresh 4" }
      request = { ...request, text: JSON.stringify(byCard()) }
    })

    expect(seen).toEqual([
      ["nothing", "404 Not found"],
      ["the path", "405 Method not allowed."],
      ["the method", "401 Unauthenticated."],
      ["the token", "429 Too many requests."],
      ["the haste", "415 The body must be sent as application/json."],
      ["the media type", "413 The body may not be larger than 256 KiB."],
      ["the size", "400 Malformed JSON."],
      ["the JSON", "422 customer.email"],
      ["the field", "422 Idempotency-Key"],
      ["the key", "403 The company is under moderation."],
      ["the moderation", "403 Requests from cloud hosting providers are not accepted."],
      ["the address", "422 payment.card.token"],
      ["the card", "200"],
    ])
  })
})

describe("a single order from a cloud-hosting address", () => {
  const service = serviceUnderTest({
    isListening: true,
    environment: { VINTEM_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" },
  })

  const blocking = async (block_cloud: boolean | null) => {
    const company = await service.newCompany()
    await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { block_cloud })
    return company
  }

  it("is refused for a company that blocks them, and places nothing", async () => {
    const company = await blocking(true)
    const answer = await placeFrom(company, hosting)
    expect([answer.status, answer.body]).toEqual([403, fromHosting])
    expect((await company.get("/api/v1/order")).body).toMatchObject({ meta: { total: 0 } })
  })

  it.each([
    ["an address in IPv6 clothes", `::ffff:${hosting}`, 403],
    ["whatever it claims to be forwarded for", `${household}, ${hosting}`, 403],
    ["behind another trusted proxy", `${hosting}, 10.1.2.3`, 403],
    ["an ordinary address", household, 200],
    ["an ordinary address that claims a cloud's", `${hosting}, ${household}`, 200],
    ["a proxy that says nothing of use", "unknown", 200],
  ])("is reported by %s: %s gives %i", async (_, forwardedFor, status) => {
    expect((await placeFrom(await blocking(true), forwardedFor)).status).toBe(status)
  })

  it("is accepted for a company that does not block them", async () => {
    expect((await placeFrom(await blocking(false), hosting)).status).toBe(200)
  })

  it("is accepted in a sandbox, if the company leaves it to the service", async () => {
    expect((await placeFrom(await blocking(null), hosting)).status).toBe(200)
  })

  it("keeps nobody from reading", async () => {
    const company = await blocking(true)
    expect((await company.get("/api/v1/order", { "x-forwarded-for": hosting })).status).toBe(200)
  })
})

describe("a service that blocks cloud-hosting addresses", () => {
  const service = serviceUnderTest({
    isListening: true,
    environment: { VINTEM_TRUSTED_PROXIES: "127.0.0.1", VINTEM_BLOCK_CLOUD: "true" },
  })

  it("does so for every company without a choice of its own", async () => {
    const [silent, exempt] = [await service.newCompany(), await service.newCompany()]
    await service.administer("PATCH", `/admin/v1/companies/${exempt.id}`, { block_cloud: false })
    expect((await placeFrom(silent, hosting)).status).toBe(403)
    expect((await placeFrom(silent, household)).status).toBe(200)
    expect((await placeFrom(exempt, hosting)).status).toBe(200)
  })
})

describe("a service that trusts no proxy", () => {
  const service = serviceUnderTest({ isListening: true, environment: { VINTEM_BLOCK_CLOUD: "true" } })

  it("uses the connection's address alone", async () => {
    expect((await placeFrom(await service.newCompany(), hosting)).status).toBe(200)
  })
})

/** The status and the subject: the message, or the first faulty field. */
const gistOf = ({ status, body }: Answer): string => {
  if (typeof body !== "object" || body === null || status === 200) return String(status)
  const response: unknown = Reflect.get(body, "response")
  if (typeof response !== "object" || response === null) return `${status} ${String(response)}`
  return `${status} ${Object.keys(Object(Reflect.get(response, "errors")))[0]}`
}
