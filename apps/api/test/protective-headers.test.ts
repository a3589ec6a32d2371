// The headers of answers for browsers and caches, on every side of the service.
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byCard } from "./example-orders.ts"
import { publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String, public_key: Schema.String }) })
const Slug = Schema.Struct({ data: Schema.Struct({ slug: Schema.String }) })

describe("an answer about a company, an order or a payer", () => {
  it("stays in no cache, and browsers do not guess its type", async () => {
    const company = await service.newCompany()
    const first = await company.post("/api/v1/order/single", byCard())
    const { order_number, public_key } = shown(Placed, first).data
    const { slug } = shown(Slug, await company.post("/api/v1/payment-link", { title: "Aula", amount: 10 })).data
    const answers = [
      first,
      await company.get("/api/v1/order"),
      await company.get(`/api/v1/order/${order_number}`),
      await company.get("/api/v1/payment-link"),
      await service.administer("GET", `/admin/v1/companies/${company.id}`),
      await service.administer("GET", "/sandbox/v1/clock"),
      await service.call("GET", `/public/v1/orders/${public_key}`),
      await service.call("GET", `/public/v1/payment-links/${slug}`),
      await service.call("GET", `/l/${slug}`),
      await service.call("GET", "/health/live"),
    ]
    for (const { status, headers } of answers) {
      expect([status, headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual([
        200,
        "no-store",
        "nosniff",
      ])
      expect(headers.has("strict-transport-security")).toBe(false)
    }
  })
})

describe("production", () => {
  const secret = "a-secret-of-production-that-is-long-enough"
  const production = serviceUnderTest({
    environment: {
      VINTEM_ENV: "production",
      VINTEM_ADMIN_TOKEN: secret,
      VINTEM_GATEWAY_URL: "https://acquirer.example",
      VINTEM_GATEWAY_SECRET: secret,
      VINTEM_PUBLIC_URL: publicUrl,
    },
  })

  it("makes browsers keep to https", async () => {
    for (const path of ["/health/live", "/api/v1/order", "/l/nothing", "/docs", "/nowhere"]) {
      const { headers } = await production.call("GET", path)
      expect([path, headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000"])
    }
  })
})
