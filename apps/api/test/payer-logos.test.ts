/** The logo of a company on its payers' pages: served by the service, wherever it is hosted. */
import { describe, expect, it } from "vitest"
import { logoHost } from "./logo-host.ts"
import { payersOf } from "./payers.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink } = payersOf(service)

const { asked, base } = await logoHost()

/** The page of a company with a logo at a path of the host, and the picture that it shows. */
const pageWith = async (path: string) => {
  const company = await service.newCompany("Escola de Violão")
  await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { logo_url: `${base}${path}` })
  const { text } = await service.call("GET", `/l/${await makeLink(company)}`)
  const [, source = "", name = ""] = /<img class="logo" src="([^"]*)" alt="([^"]*)">/u.exec(text) ?? []
  return { source: source.replaceAll("&amp;", "&"), name, company }
}

describe("a logo", () => {
  it("is fetched by the service, re-encoded, and served from its own address", async () => {
    const { name, source } = await pageWith("/logo.png?of=a&b=c%20d")
    expect(name).toBe("Escola de Violão")
    expect(source).toMatch(/^\/assets\/logo\?/u)
    const first = await service.call("GET", source)
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/webp"])
    expect(first.headers.get("cache-control")).toBe("public, max-age=3600")
    expect(first.headers.get("x-content-type-options")).toBe("nosniff")
    expect((await service.call("GET", source)).status).toBe(200)
    expect(asked.filter((url) => url.startsWith("/logo.png"))).toEqual(["/logo.png?of=a&b=c%20d"])
  })

  it("is replaced by the company's name if there is no picture", async () => {
    const { name, source } = await pageWith("/gone.png")
    expect([name, (await service.call("GET", source)).status]).toEqual(["Escola de Violão", 404])
  })

  it("is fetched only from addresses in a page", async () => {
    const { source } = await pageWith("/logo.png")
    const other = await service.newCompany()
    const before = asked.length
    const address = new URL(source, "http://shop.example")
    const seal = address.searchParams.get("seal") ?? ""
    expect(seal).not.toBe("")
    const mine = Object.fromEntries(address.searchParams)
    const others = [
      { ...mine, company: String(other.id) },
      { url: `${base}/logo.png`, seal },
      { ...mine, url: `${base}/logo.png?other` },
      { ...mine, seal: `${seal.slice(0, -1)}${seal.endsWith("A") ? "B" : "A"}` },
      { ...mine, seal: "" },
      { ...mine, seal: "ä".repeat(2_000) },
      { ...mine, url: "" },
      { ...mine, company: "x" },
      {},
    ]
    for (const query of others) {
      expect((await service.call("GET", `/assets/logo?${new URLSearchParams(query)}`)).status).toBe(404)
    }
    expect(asked.slice(before)).toEqual([])
  })

  it("is fetched only while it is its company's logo", async () => {
    const { company, source } = await pageWith("/logo.png?of=before")
    await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { logo_url: `${base}/logo.png?of=after` })
    const before = asked.length
    expect((await service.call("GET", source)).status).toBe(404)
    expect(asked.slice(before)).toEqual([])
    await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { logo_url: `${base}/logo.png?of=before` })
    expect((await service.call("GET", source)).status).toBe(200)
  })

  it("counts toward the payer's rate limit", async () => {
    const few = serviceUnderTest({ environment: { VINTEM_RATE_LIMIT: "2" } })
    const asked = new URLSearchParams({ company: "1", url: `${base}/logo.png`, seal: "of nobody" })
    const statuses: Array<number> = []
    for (let count = 0; count < 5; count += 1) statuses.push((await few.call("GET", `/assets/logo?${asked}`)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 429])
  })
})
