import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { CountryRefused, parseCountry } from "./country.ts"

describe("parseCountry", () => {
  it.each([
    ["BR", "BR"],
    ["br", "BR"],
    [" Pt ", "PT"],
  ])("reads %j as %s", (input, country) => {
    expect(parseCountry(input)).toEqual(Result.succeed(country))
  })

  it.each(["", "B", "BRA", "B1", "Brasil", "ſp"])("refuses %j", (input) => {
    expect(parseCountry(input)).toEqual(Result.fail(new CountryRefused({ reason: "format" })))
  })
})
