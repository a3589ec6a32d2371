import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { centavos, centavosMax } from "../money/centavos.ts"
import { FeeTerms, feeOf } from "./fee.ts"

const terms = Schema.decodeSync(FeeTerms)

describe("feeOf", () => {
  it.each([
    // total percent fixed fee
    [10_000, 99, 0, 99],
    [10_000, 0, 349, 349],
    [10_000, 399, 39, 438],
    [50, 100, 0, 1], // half a centavo goes up
    [49, 100, 0, 0],
    [100, 0, 349, 349], // more than the payment brings
    [0, 9_999, 5, 5],
  ])("on %i, at %i basis points and %i fixed, is %i", (total, percent, fixed, fee) => {
    expect(feeOf(centavos(total), terms({ percent, fixed }))).toBe(fee)
  })

  it("is defined for the largest amount at the highest terms", () => {
    const highest = terms({ percent: 9_999, fixed: 100_000_000 })
    expect(feeOf(centavos(centavosMax), highest)).toBeLessThan(centavosMax)
  })

  it("gentleness: one centavo more of total adds at most one centavo of fee", () => {
    const anyTerms = fc
      .record({ percent: fc.integer({ min: 0, max: 9_999 }), fixed: fc.integer({ min: 0, max: 10_000 }) })
      .map(terms)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: centavosMax - 1 }), anyTerms, (total, chosen) => {
        expect([0, 1]).toContain(feeOf(centavos(total + 1), chosen) - feeOf(centavos(total), chosen))
      }),
    )
  })
})

describe("FeeTerms", () => {
  it.each([
    { percent: 10_000, fixed: 0 },
    { percent: -1, fixed: 0 },
    { percent: 0, fixed: -1 },
    { percent: 0, fixed: 100_000_001 },
  ])("cannot be $percent basis points and $fixed fixed", (impossible) => {
    expect(() => terms(impossible)).toThrow()
  })
})
