/**
 * What the panel is sent as: one document under each of its addresses, a script and a style of its own, and what a browser may do with them.
 */
import { sessionCookie } from "@vintem/contract"
import { panelPaths } from "@vintem/panel"
import { describe, expect, it } from "vitest"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest()

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => service.call("GET", path, { headers })

/** Whether it is a good one is nothing to a document that holds no data. */
const withSession = { cookie: `${sessionCookie.https}=worthless` }

/** The addresses of what a script asks for in such a way. */
const importsOf = async (address: string, way: RegExp): Promise<ReadonlyArray<string>> =>
  Array.from((await get(address)).text.matchAll(way), ([, name = ""]) => `/panel/assets/${name}`)

/** Bytes that are sent, compressed. */
const sizeOf = async (address: string): Promise<number> => {
  const { headers, status } = await get(address, { "accept-encoding": "br" })
  expect([status, headers.get("cache-control"), headers.get("content-encoding")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
    "br",
  ])
  return Number(headers.get("content-length"))
}

const sum = async (numbers: ReadonlyArray<Promise<number>>): Promise<number> =>
  (await Promise.all(numbers)).reduce((total, one) => total + one, 0)

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

  it("runs nothing but its own script, and is shown by no other site", async () => {
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

  it("begins with less than 200 kB, compressed, wherever one begins, and its parts are kept for ever under their names", async () => {
    const partsOf = (document: string) =>
      Array.from(document.matchAll(/(?:src|href)="([^"]+)"/gu), ([, address = ""]) => address)
    const atTheDoor = partsOf((await get("/panel")).text)
    const parts = partsOf((await get("/panel", withSession)).text)
    expect(parts).toEqual(expect.arrayContaining(atTheDoor))
    // Who has a session is told of the frame around every page; who has none does not need it.
    const isFrame = (address: string): boolean => address.startsWith("/panel/assets/frame-")
    expect([atTheDoor.some(isFrame), parts.some(isFrame)]).toEqual([false, true])
    const scripts = parts.filter((address) => address.includes(".js"))
    const later = new Set<string>()
    for (const address of scripts)
      for (const one of await importsOf(address, /\bimport\("\.\/([^"]+)"\)/gu))
        if (!scripts.includes(one)) later.add(one)
    expect(later.size).toBeGreaterThan(2)
    const [door, first] = [await sum(atTheDoor.map(sizeOf)), await sum(parts.map(sizeOf))]
    const pages = await Promise.all(
      Array.from(later, async (address) => {
        const needed = new Set([address, ...(await importsOf(address, /\bfrom"\.\/([^"]+)"/gu))])
        return sum([...needed].filter((one) => !scripts.includes(one)).map(sizeOf))
      }),
    )
    expect(door).toBeGreaterThan(100_000)
    expect(door).toBeLessThan(140_000)
    expect(first + Math.max(...pages)).toBeLessThan(200_000)
  })

  it("is not the same to caches with and without a session, whatever the session is worth", async () => {
    const [door, signedIn] = [await get("/panel"), await get("/panel", withSession)]
    for (const { headers } of [door, signedIn]) expect(headers.get("vary")).toBe("Accept-Encoding, Cookie")
    expect(signedIn.headers.get("etag")).not.toBe(door.headers.get("etag"))
    expect(signedIn.text.replaceAll(/<link rel="modulepreload"[^>]*>\n/gu, "")).toBe(
      door.text.replaceAll(/<link rel="modulepreload"[^>]*>\n/gu, ""),
    )
  })

  it("has no part under a name that it never gave", async () => {
    for (const name of ["panel-pages-AAAAAAAA.js", "constructor", "__proto__", "..%2f..%2fpackage.json"]) {
      expect(await get(`/panel/assets/${name}`)).toMatchObject({ status: 404, body: { hasError: true } })
    }
  })

  it("is not sent again to a browser that has it", async () => {
    const etag = (await get("/panel")).headers.get("etag") ?? ""
    expect((await get("/panel", { "if-none-match": etag })).status).toBe(304)
  })
})
