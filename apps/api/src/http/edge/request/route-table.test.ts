import { AdminApi, PayerApi, PublicApi, SandboxApi } from "@vintem/contract"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { routesOf, routeTable } from "./route-table.ts"

const lookUp = routeTable([
  { method: "GET", path: "/l/:slug" },
  { method: "GET", path: "/pay/:public_key" },
  { method: "POST", path: "/public/v1/payment-links/:slug/pay" },
  { method: "GET", path: "/public/v1/openapi.json" },
  { method: "GET", path: "/api/v1/order/:order_number" },
  { method: "GET", path: "/api/v1/order/status" },
  { method: "GET", path: "/api/v1/subscriber/:token" },
  { method: "GET", path: "/admin/v1/companies/:company/coupons/:code" },
  { method: "POST", path: "/admin/v1/companies/:company/webhook-deliveries/:id/redeliver" },
])

const key = "b0GzT1kq3v8Yy2mXw5LhNA"
const token = "3d0f7f0a-52b3-4d0e-9f0e-123456789012"

describe("a path in the log", () => {
  it.each([
    [`/l/${key}`, "/l/:slug"],
    [`/l/${key}/`, "/l/:slug"],
    [`/pay/${key}`, "/pay/:public_key"],
    [`/public/v1/payment-links/${key}/pay`, "/public/v1/payment-links/:slug/pay"],
    ["/admin/v1/companies/7/coupons/NATAL10", "/admin/v1/companies/7/coupons/:code"],
  ])("shows the key's name instead of its value: %s", (path, logged) => {
    expect(lookUp(path).logged).toBe(logged)
  })

  it.each([
    "/api/v1/order/7K3M9Q2X5R8T",
    "/api/v1/order/C0MPAN1M7YJD5YY14CE9K",
    "/api/v1/order/status",
    `/api/v1/subscriber/${token}`,
    "/admin/v1/companies/7/webhook-deliveries/evt_C0MPAN1M7YJD5YY14CE9K_2/redeliver",
    "/public/v1/openapi.json",
    "/public/v1",
    "/",
  ])("is shown as requested: %s", (path) => {
    expect(lookUp(path).logged).toBe(path)
  })

  it.each([
    ["/api/v1/order/4242424242424242", "/api/v1/order/:order_number"],
    ["/api/v1/order/378282246310005", "/api/v1/order/:order_number"],
    ["/api/v1/order/4242-4242-4242-4242", "/api/v1/order/:order_number"],
    ["/api/v1/order/%34242424242424242", "/api/v1/order/:order_number"],
    [`/api/v1/order/7K3M9Q2X5R8T;key=${key}`, "/api/v1/order/:order_number"],
    [`/api/v1/subscriber/${token};4242424242424242`, "/api/v1/subscriber/:token"],
    ["/admin/v1/companies/4242424242424242/coupons/X", "/admin/v1/companies/:company/coupons/:code"],
  ])("hides the text in %s where an id of ours belongs", (path, logged) => {
    expect(lookUp(path).logged).toBe(logged)
  })

  it.each([
    [`/l/${key}/x`, "/l/…"],
    [`/L/${key}`, "/…"],
    [`//l/${key}`, "/…"],
    [`/l;${key}`, "/…"],
    [`/public/v1;${key}/payment-links`, "/public/…"],
    [`/shop/pay/${key}`, "/…"],
    [`/public/v1/payment-links/${key}`, "/public/v1/payment-links/…"],
    ["/api/v1/orders", "/api/v1/…"],
    ["http://127.0.0.1/4242424242424242", "…"],
    ["4242424242424242", "…"],
  ])("shows of the unknown path %s only the words that agree with a known one", (path, logged) => {
    expect(lookUp(path).logged).toBe(logged)
  })
})

describe("the route of a request", () => {
  it.each([
    ["GET", "/l/abc", "/l/:slug"],
    ["HEAD", "/l/abc/", "/l/:slug"],
    ["GET", "/api/v1/order/status", "/api/v1/order/status"],
    ["GET", "/api/v1/order/STATUS", "/api/v1/order/:order_number"],
    ["GET", "/public/v1/openapi.json", "/public/v1/openapi.json"],
    ["POST", "/l/abc", undefined],
    ["GET", "/l/abc/d", undefined],
    ["GET", "/l", undefined],
    ["GET", "", undefined],
  ])("of %s %s is %s", (method, path, route) => {
    expect(lookUp(path).routeOf(method)).toBe(route)
  })
})

describe("the log of any path", () => {
  const routes = [...routesOf(PublicApi), ...routesOf(AdminApi), ...routesOf(PayerApi), ...routesOf(SandboxApi)].map(
    ({ path }) => path,
  )
  const table = routeTable(routes.map((path) => ({ method: "GET", path })))
  const words = new Set(routes.flatMap((path) => path.split("/")))

  const escaped = (text: string) =>
    [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")
  const cards = fc
    .tuple(fc.stringMatching(/^[2-6]\d{12,18}$/u), fc.constantFrom("", "-", ".", "_", "%20", "+"))
    .map(([number, between]) => number.replace(/\d{4}(?=\d)/gu, (four) => four + between))
  const keys = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_-]{22,43}$/u),
    fc.stringMatching(/^[0-9a-z]{16,32}$/u),
    fc.stringMatching(/^vintem_[A-Za-z0-9_-]{43}$/u),
  )
  const secrets = fc
    .tuple(fc.oneof(cards, keys), fc.boolean())
    .map(([secret, isEscaped]) => (isEscaped ? escaped(secret) : secret))
  /**
   * A route's path with its parameters filled in, and a secret that replaces a segment, follows one or precedes one.
   */
  const typed = fc
    .tuple(
      fc.constantFrom(...routes),
      secrets,
      fc.nat(10),
      fc.constantFrom("instead", "matrix", "behind", "before", "further"),
      fc.constantFrom("7", "7K3M9Q2X5R8T", token),
    )
    .map(([route, secret, at, where, id]) => {
      const segments = route.split("/").map((segment) => (segment.startsWith(":") ? id : segment))
      const position = 1 + (at % (segments.length - 1))
      const segment = segments[position] ?? ""
      segments[position] = {
        instead: secret,
        matrix: `${segment};key=${secret}`,
        behind: `${segment}${secret}`,
        before: `${secret}${segment}`,
        further: `${segment}/${secret}`,
      }[where]
      return { path: segments.join("/"), secret }
    })

  it("has only fixed words, names and ids in it, nothing that somebody typed", () => {
    fc.assert(
      fc.property(typed, ({ path, secret }) => {
        const logged = table(path).logged
        expect(logged).not.toContain(secret)
        for (const segment of logged.split("/").filter((one) => !words.has(one) && one !== "…")) {
          expect(["7", "7K3M9Q2X5R8T", token]).toContain(segment)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it("shows no text of any other kind", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...words))), (segments) => {
        const known = table(segments.join("/")).logged.split("/")
        expect(
          known.filter((segment) => !words.has(segment) && segment !== "…" && !/^\d{1,10}$/u.test(segment)),
        ).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})
