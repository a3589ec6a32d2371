import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { BasisPoints, parsePercent, percentNumber } from "./basis-points.ts"
import { DecimalRefused } from "./decimal.ts"

describe("parsePercent", () => {
  it.each([
    [2.99, 299],
    ["2.99", 299],
    ["15.9", 1_590],
    [0, 0],
    [-0, 0],
    [99.99, 9_999],
  ] as const)("reads %s %% as %i basis points", (percent, basisPoints) => {
    expect(parsePercent(percent)).toEqual(Result.succeed(basisPoints))
  })

  it.each([
    [100, "out_of_range"],
    ["100.00", "out_of_range"],
    [1e21, "out_of_range"],
    [-0.01, "out_of_range"],
    [2.995, "too_many_decimals"],
    ["2,99", "not_a_number"],
  ] as const)("refuses %s %%: %s", (percent, reason) => {
    expect(parsePercent(percent)).toEqual(Result.fail(new DecimalRefused({ reason })))
  })

  it("round trip: the percentage of every rate is read back", () => {
    for (let rate = 0; rate < 10_000; rate++) {
      const percent: number = JSON.parse(JSON.stringify(percentNumber(rate)))
      expect(parsePercent(percent)).toEqual(Result.succeed(rate))
    }
  })
})

describe("BasisPoints", () => {
  it.each([10_000, -1, 2.5])("cannot be made of %d", (rate) => {
    expect(() => BasisPoints.make(rate)).toThrow()
  })
})
