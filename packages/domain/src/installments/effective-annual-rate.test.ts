import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BasisPoints } from "../money/basis-points.ts"
import { effectiveAnnualRate } from "./effective-annual-rate.ts"

describe("effectiveAnnualRate", () => {
  it.each([
    [0, 0],
    [1, 12],
    [199, 2_668],
    [299, 4_241],
    [350, 5_111],
    [1_599, 49_299],
  ])("turns %i basis points a month into %i a year", (monthly, annual) => {
    expect(effectiveAnnualRate(BasisPoints.make(monthly))).toBe(annual)
  })

  it("agreement: equals the rounded formula in doubles", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), (monthly) => {
        const exact = ((1 + monthly / 10_000) ** 12 - 1) * 10_000
        expect(Math.abs(effectiveAnnualRate(BasisPoints.make(monthly)) - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
      }),
    )
  })
})
