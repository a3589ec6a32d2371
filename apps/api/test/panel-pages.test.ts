/**
 * The panel's files: one document under each of its addresses, its own script and style, and the browser's limits for
 * them.
 */
import { sessionCookie } from "@vintem/contract"
import { panelPaths } from "@vintem/panel"
import { describe, expect, it } from "vitest"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest()

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => service.call("GET", path, { headers })

/** Its validity does not matter to a document that holds no data. */
const withSession = { cookie: `${sessionCookie.https}=worthless` }

/** The addresses that a script imports in a given way. */
const importsOf = async (address: string, way: RegExp): Promise<ReadonlyArray<string>> =>
  Array.from((await get(address)).text.matchAll(way), ([, name = ""]) => `/panel/assets/${name}`)

/** The compressed size in bytes. */
const sizeOf = async (address: string): Promise<number> => {
  const { headers, status } = await get(address, { "accept-encoding": "br" })
  expect([status, headers.get("cache-control"), headers.get("content-encoding")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
    "br",
  ])
  return Number(headers.get("content-length"))
}

const bytesOf = async (addresses: ReadonlyArray<string>): Promise<number> =>
  (await Promise.all(Array.from(new Set(addresses), sizeOf))).reduce((total, one) => total + one, 0)

/** The document's references, for a visitor and for a signed-in user. */
const firstParts = async () => {
  const partsOf = ({ text }: { readonly text: string }) =>
    Array.from(text.matchAll(/(?:src|href)="([^"]+)"/gu), ([, address = ""]) => address)
  return { atTheDoor: partsOf(await get("/panel")), signedIn: partsOf(await get("/panel", withSession)) }
}

/**
 * The loaded files: before signing in, around every page and with those of orders, with each group of other pages, and
 * in English.
 */
const scripts = async () => {
  const { atTheDoor, signedIn } = await firstParts()
  const isScript = (address: string): boolean => address.includes(".js")
  const [door, frame] = [atTheDoor.filter(isScript), signedIn.filter(isScript)]
  const found = await Promise.all(frame.map((address) => importsOf(address, /\bimport\("\.\/([^"]+)"\)/gu)))
  const withImports = (named: RegExp) =>
    Promise.all(
      Array.from(new Set(found.flat().filter((address) => named.test(address))), async (address) => [
        address,
        ...(await importsOf(address, /\bfrom"\.\/([^"]+)"/gu)),
      ]),
    )
  const [pages, english] = await Promise.all([withImports(/-pages-/u), withImports(/\/english-/u)])
  return { door, frame, pages, english: english.flat().filter((address) => !door.includes(address)) }
}

describe("the service's root", () => {
  it("leads a browser to the panel, and is unknown to a program", async () => {
    const page = await get("/", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" })
    expect([page.status, page.headers.get("location"), page.headers.get("vary")]).toEqual([302, "/panel", "Accept"])
    for (const accept of ["application/json", "*/*"]) {
      expect(await get("/", { accept })).toMatchObject({ status: 404, body: { hasError: true } })
    }
  })
})

describe("the panel", () => {
  it.each(panelPaths.map((path) => path.replaceAll(/:\w+/gu, "1")))("is at %s", async (path) => {
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(page.text).toBe((await get("/panel")).text)
  })

  it.each(["/panel/nowhere", "/panel/companies/1", "/panel/v1/nowhere", "/panel/v1", "/panel/companies/1/orders/%E0"])(
    "is not at %s",
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: { hasError: true } })
    },
  )

  it("runs nothing but its own script, and no other site can frame it", async () => {
    const { headers, text } = await get("/panel")
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split("; ").map((one) => {
        const [name = "", ...values] = one.split(" ")
        return [name, values.join(" ")] as const
      }),
    )
    expect(policy.get("default-src")).toBe("'none'")
    for (const name of ["script-src", "style-src", "img-src", "connect-src"]) expect(policy.get(name)).toBe("'self'")
    for (const name of ["form-action", "base-uri", "frame-ancestors"]) expect(policy.get(name)).toBe("'none'")
    expect(policy.get("require-trusted-types-for")).toBe("'script'")
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(headers.get("referrer-policy")).toBe("same-origin")
    expect(text).not.toMatch(/\sstyle=|<style|\son\w+=|javascript:/u)
    for (const [, attributes = "", inside = ""] of text.matchAll(/<script([^>]*)>([^<]*)<\/script>/gu)) {
      expect(attributes).toMatch(/ src="\/panel\/assets\/panel\.js\?v=[\w-]{22}"/u)
      expect(inside).toBe("")
    }
    expect(text).not.toContain("//") // nothing from elsewhere
  })

  it("names its parts to browsers, which keep them forever, and the frame only if there is a session", async () => {
    const { atTheDoor, signedIn } = await firstParts()
    expect(signedIn).toEqual(expect.arrayContaining(atTheDoor))
    const isFrame = (address: string): boolean => address.startsWith("/panel/assets/frame-")
    expect([atTheDoor.some(isFrame), signedIn.some(isFrame)]).toEqual([false, true])
    for (const address of signedIn) await sizeOf(address)
  })

  it("begins with less than 107 kB of script before signing in, and with less than 158 kB on any page, compressed", async () => {
    const { door, english, frame, pages } = await scripts()
    expect(await bytesOf(door)).toBeGreaterThan(50_000)
    expect(await bytesOf(door)).toBeLessThan(107_000)
    expect(pages).toHaveLength(6)
    for (const page of pages) expect(await bytesOf([...frame, ...page])).toBeLessThan(158_000)
    expect(await bytesOf(english)).toBeLessThan(7_000) // users of the other language do not load it
  })

  it("has less than 201 kB of script in all, compressed: the rest follows soon after the first page", async () => {
    const { english, frame, pages } = await scripts()
    expect(await bytesOf([...frame, ...english, ...pages.flat()])).toBeLessThan(201_000)
  })

  it("contains nothing that describes the API", async () => {
    const { english, frame, pages } = await scripts()
    const texts = await Promise.all([...frame, ...english, ...pages.flat()].map(async (part) => (await get(part)).text))
    expect(texts.some((text) => text.includes("/panel/v1"))).toBe(true)
    expect(texts.some((text) => /Apache-2\.0|X-RateLimit-Reset/u.test(text))).toBe(false)
  })

  it("differs for caches with and without a session, whether or not the session is valid", async () => {
    const [door, signedIn] = [await get("/panel"), await get("/panel", withSession)]
    for (const { headers } of [door, signedIn]) expect(headers.get("vary")).toBe("Accept-Encoding, Cookie")
    expect(signedIn.headers.get("etag")).not.toBe(door.headers.get("etag"))
    expect(signedIn.text.replaceAll(/<link rel="modulepreload"[^>]*>\n/gu, "")).toBe(
      door.text.replaceAll(/<link rel="modulepreload"[^>]*>\n/gu, ""),
    )
  })

  it("serves no part under an unknown name", async () => {
    for (const name of ["panel-pages-AAAAAAAA.js", "constructor", "__proto__", "..%2f..%2fpackage.json"]) {
      expect(await get(`/panel/assets/${name}`)).toMatchObject({ status: 404, body: { hasError: true } })
    }
  })

  it("is not sent again to a browser that has it", async () => {
    const etag = (await get("/panel")).headers.get("etag") ?? ""
    expect((await get("/panel", { "if-none-match": etag })).status).toBe(304)
  })
})
