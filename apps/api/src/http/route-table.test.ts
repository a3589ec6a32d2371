import { describe, expect, it } from "vitest"
import { routeTable } from "./route-table.ts"

const { loggedPathOf } = routeTable([
  { method: "GET", path: "/l/:slug" },
  { method: "GET", path: "/pay/:public_key" },
  { method: "POST", path: "/public/v1/payment-links/:slug/pay" },
  { method: "GET", path: "/public/v1/openapi.json" },
  { method: "GET", path: "/api/v1/order/:order_number" },
])

const key = "b0GzT1kq3v8Yy2mXw5LhNA"

describe("a path in the log", () => {
  it.each([
    [`/l/${key}`, "/l/:slug"],
    [`/l/${key}/`, "/l/:slug"],
    [`/pay/${key}`, "/pay/:public_key"],
    [`/public/v1/payment-links/${key}/pay`, "/public/v1/payment-links/:slug/pay"],
  ])("names the key of %s, and does not tell it", (path, logged) => {
    expect(loggedPathOf(path)).toBe(logged)
  })

  it.each(["/api/v1/order/7K3M9Q2X5R8T", "/public/v1/openapi.json", "/public/v1", "/"])(
    "is %s as it was asked for",
    (path) => {
      expect(loggedPathOf(path)).toBe(path)
    },
  )

  it.each([
    [`/l/${key}/x`, "/l/…"],
    [`/L/${key}`, "/…"],
    [`//l/${key}`, "/…"],
    [`/shop/pay/${key}`, "/…"],
    [`/public/v1/payment-links/${key}`, "/public/v1/payment-links/…"],
    ["/api/v1/orders", "/api/v1/…"],
  ])("tells of %s, which is no path of ours, only what agrees with one", (path, logged) => {
    expect(loggedPathOf(path)).toBe(logged)
  })
})
