import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Address, addressLimits } from "./address.ts"

const paulista = {
  postcode: "01310100",
  street: "Avenida Paulista",
  number: "1578",
  complement: "",
  district: "Bela Vista",
  city: "São Paulo",
  region: "SP",
}

const isAddress = Schema.is(Address)

describe("Address", () => {
  it("needs neither complement nor country", () => {
    expect(isAddress(paulista)).toBe(true)
  })

  it("may have both", () => {
    expect(isAddress({ ...paulista, complement: "12º andar", country: "BR" })).toBe(true)
  })

  it.each(["12-A", "km 7", "s/n"])("accepts %s as a number", (number) => {
    expect(isAddress({ ...paulista, number })).toBe(true)
  })

  it.each([
    ["street", 255],
    ["number", 20],
    ["complement", 255],
    ["district", 120],
    ["city", 120],
  ] as const)("accepts a %s of %i code points and not one more", (field, max) => {
    expect(addressLimits[field].max).toBe(max)
    expect(isAddress({ ...paulista, [field]: "🙂".repeat(max) })).toBe(true)
    expect(isAddress({ ...paulista, [field]: "🙂".repeat(max + 1) })).toBe(false)
  })

  it.each([
    ["postcode", "01310-100"],
    ["street", ""],
    ["street", " Avenida Paulista"],
    ["number", ""],
    ["number", 1578],
    ["complement", null],
    ["district", ""],
    ["city", "Sa\u0303o Paulo"],
    ["region", "sp"],
    ["country", "br"],
    ["country", undefined],
  ])("refuses the %s %j", (field, value) => {
    expect(isAddress({ ...paulista, [field]: value })).toBe(false)
  })
})
