/**
 * The logo of a company on the pages of its payers: shown by the service, wherever it lies.
 */
import { describe, expect, it } from "vitest"
import { logoHost } from "./logo-host.ts"
import { payersOf } from "./payers.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink } = payersOf(service)

const { asked, base } = await logoHost()

/** A page of a company whose logo lies at a path of the host, and the picture it shows. */
const pageWith = async (path: string) => {
  const company = await service.newCompany("Escola de Violão")
  await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { logo_url: `${base}${path}` })
  const { text } = await service.call("GET", `/l/${await makeLink(company)}`)
  const [, source = "", name = ""] = /<img class="logo" src="([^"]*)" alt="([^"]*)">/u.exec(text) ?? []
  return { source: source.replaceAll("&amp;", "&"), name }
}

describe("a logo", () => {
  it("is fetched by the service, made anew, and shown from its own address", async () => {
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

  it("is the name of the company where there is no picture", async () => {
    const { name, source } = await pageWith("/gone.png")
    expect([name, (await service.call("GET", source)).status]).toEqual(["Escola de Violão", 404])
  })

  it("is fetched from nowhere that no page has named", async () => {
    const { source } = await pageWith("/logo.png")
    const before = asked.length
    const address = new URL(source, "http://shop.example")
    const seal = address.searchParams.get("seal") ?? ""
    expect(seal).not.toBe("")
    const others = [
      { url: `${base}/logo.png?other`, seal },
      { url: `${base}/logo.png`, seal: `${seal.slice(0, -1)}${seal.endsWith("A") ? "B" : "A"}` },
      { url: `${base}/logo.png`, seal: "" },
      { url: `${base}/logo.png`, seal: "ä".repeat(2_000) },
      { url: "", seal },
      {},
    ]
    for (const other of others) {
      expect((await service.call("GET", `/assets/logo?${new URLSearchParams(other)}`)).status).toBe(404)
    }
    expect(asked.slice(before)).toEqual([])
  })
})
