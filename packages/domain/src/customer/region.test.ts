import { getStates } from "@brazilian-utils/brazilian-utils"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { parseRegion, Region, RegionRefused } from "./region.ts"

describe("Region", () => {
  it("has the 27 abbreviations of brazilian-utils", () => {
    expect(Region.literals).toHaveLength(27)
    expect([...Region.literals].sort()).toEqual(
      getStates()
        .map((state) => state.code)
        .sort(),
    )
  })
})

describe("parseRegion", () => {
  it.each([
    ["SP", "SP"],
    ["sp", "SP"],
    [" Sp ", "SP"],
  ])("reads %j as %s", (input, region) => {
    expect(parseRegion(input)).toEqual(Result.succeed(region))
  })

  it.each(["", "S", "SPX", "XX", "S P", "São Paulo", "ſp"])("refuses %j", (input) => {
    expect(parseRegion(input)).toEqual(Result.fail(new RegionRefused({ reason: "unknown" })))
  })
})
