import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { CustomerDetails } from "./customer.ts"

const ana = { fullname: "Ana Souza", email: "ana@example.com", document: "52998224725", telephone: "11987654321" }

const isCustomerDetails = Schema.is(CustomerDetails)

describe("CustomerDetails", () => {
  it("accept parsed values", () => {
    expect(isCustomerDetails(ana)).toBe(true)
  })

  it.each([
    ["fullname", "Ana  Souza"],
    ["email", "ana@example"],
    ["document", "529.982.247-25"],
    ["telephone", "+5511987654321"],
  ])("refuse the %s %j", (field, value) => {
    expect(isCustomerDetails({ ...ana, [field]: value })).toBe(false)
  })
})
