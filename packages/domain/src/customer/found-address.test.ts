// What a lookup of a postal code may find.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { FoundAddress } from "./found-address.ts"

const isFound = Schema.is(FoundAddress)
const town = { street: "", district: "", city: "Fernando de Noronha", region: "PE" }

describe("FoundAddress", () => {
  it("may have neither street nor district", () => {
    expect(isFound(town)).toBe(true)
    expect(isFound({ ...town, street: "Rua A", district: "B" })).toBe(true)
  })

  it.each([
    ["no object", null],
    ["nothing", {}],
    ["no city", { ...town, city: "" }],
    ["no state", { ...town, region: "XX" }],
    ["a street that is too long", { ...town, street: "a".repeat(1_000) }],
    ["a district that is too long", { ...town, district: "a".repeat(1_000) }],
  ])("is not %s", (_, value) => {
    expect(isFound(value)).toBe(false)
  })
})
