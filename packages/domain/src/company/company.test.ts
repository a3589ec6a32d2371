// A company and its details.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Company, CompanyDetails, defaultCity } from "./company.ts"

describe("a company", () => {
  it("needs both its details and an id", () => {
    expect(Schema.is(CompanyDetails)({})).toBe(false)
    expect(Schema.is(Company)({ id: 1 })).toBe(false)
    expect(Schema.is(Company)({})).toBe(false)
  })

  it("without a city has one that a Pix code can carry", () => {
    expect(defaultCity).toBe("Sao Paulo")
    expect(defaultCity).toMatch(/^[\x20-\x7e]{1,15}$/u)
  })
})
