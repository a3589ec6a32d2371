import { describe, expect, it } from "vitest"
import { byCard } from "./example-orders.ts"
import { serviceUnderTest } from "./service-under-test.ts"
const service = serviceUnderTest()
describe("x", () => {
  it("works", async () => {
    const c = await service.newCompany()
    const a = await c.post("/api/v1/order/single", byCard())
    console.log(a, service.log)
    expect(a.status).toBe(200)
  })
})
