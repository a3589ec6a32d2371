// The possible results of a postal code lookup.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FoundAddress, type FoundParts, foundPartNames, nothingFound, withFoundParts } from "./found-address.ts"

const isFound = Schema.is(FoundAddress)
const town = { street: "", district: "", city: "Fernando de Noronha", region: "PE" }

describe("FoundAddress", () => {
  it("may lack both street and district", () => {
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
  ])("cannot be %s", (_, value) => {
    expect(isFound(value)).toBe(false)
  })
})

describe("withFoundParts", () => {
  const paulista = { street: "Avenida Paulista", district: "Bela Vista", city: "São Paulo", region: "SP" }
  const rio = { street: "Avenida Rio Branco", district: "Centro", city: "Rio de Janeiro", region: "RJ" }

  it.each([
    ["what was found before", paulista, rio, rio],
    ["what was found before, by nothing", paulista, nothingFound, nothingFound],
    ["what was found before, by a town without streets", paulista, town, town],
    ["empty parts", nothingFound, rio, rio],
    ["parts that are blank", { ...paulista, street: " " }, rio, rio],
    ["all but a street that was typed", { ...paulista, street: "Rua Um" }, rio, { ...rio, street: "Rua Um" }],
    [
      "all but a city that was typed",
      { ...paulista, city: "Osasco" },
      nothingFound,
      { ...nothingFound, city: "Osasco" },
    ],
  ])("replaces %s", (_, entered, found, shown) => {
    expect(withFoundParts(entered, paulista, found)).toEqual(shown)
  })

  const part = fc.constantFrom("", "A", "B", "C")
  const parts: fc.Arbitrary<FoundParts> = fc.record({ street: part, district: part, city: part, region: part })

  it("nothing stale: no part of an earlier lookup remains, unless the new code has it too", () => {
    fc.assert(
      fc.property(parts, parts, parts, (entered, before, found) => {
        const shown = withFoundParts(entered, before, found)
        for (const name of foundPartNames) if (shown[name] === before[name]) expect(shown[name]).toBe(found[name])
      }),
    )
  })

  it("nothing lost: typed parts stay", () => {
    fc.assert(
      fc.property(parts, parts, parts, (entered, before, found) => {
        const shown = withFoundParts(entered, before, found)
        for (const name of foundPartNames)
          if (entered[name] !== "" && entered[name] !== before[name]) expect(shown[name]).toBe(entered[name])
      }),
    )
  })

  it("a round trip: the first code again gives the first address again", () => {
    fc.assert(
      fc.property(parts, parts, (first, second) => {
        expect(withFoundParts(withFoundParts(first, first, second), second, first)).toEqual(first)
      }),
    )
  })
})
