import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { AmountOutOfRange, centavos, centavosMax, subtract } from "../money/centavos.ts"
import { FeeTerms, feeOf } from "./fee.ts"
import { grossUp } from "./gross-up.ts"

const terms = Schema.decodeSync(FeeTerms)

/** The rest of a total after its fee. */
const netOf = (total: number, chosen: FeeTerms) => subtract(centavos(total), feeOf(centavos(total), chosen))

const anyTerms = fc
  .record({ percent: fc.integer({ min: 0, max: 9_999 }), fixed: fc.integer({ min: 0, max: 100_000 }) })
  .map(terms)

/** Checks that exactly the amount is left, and that one centavo less of total leaves less. */
const expectLeast = (amount: number, chosen: FeeTerms) => {
  const total = Result.getOrThrow(grossUp(centavos(amount), chosen))
  expect(netOf(total, chosen)).toBe(amount)
  expect(netOf(total - 1, chosen)).toBeLessThan(amount)
}

describe("grossUp", () => {
  it("is 10456 for 10000 at 3.99 % and 39; rounding up would give 10457", () => {
    expect(grossUp(centavos(10_000), terms({ percent: 399, fixed: 39 }))).toEqual(Result.succeed(10_456))
  })

  it("adds only the fixed part if there is no percentage", () => {
    expect(grossUp(centavos(10_000), terms({ percent: 0, fixed: 349 }))).toEqual(Result.succeed(10_349))
    expect(grossUp(centavos(10_000), terms({ percent: 0, fixed: 0 }))).toEqual(Result.succeed(10_000))
  })

  it("finds the least total at 99.99 %, among five thousand consecutive ones that leave as much", () => {
    const almostAll = terms({ percent: 9_999, fixed: 0 })
    expect(grossUp(centavos(1), almostAll)).toEqual(Result.succeed(5_001))
    expectLeast(1, almostAll)
  })

  it("refuses a total that exceeds the largest amount", () => {
    expect(grossUp(centavos(centavosMax), terms({ percent: 1, fixed: 0 }))).toEqual(Result.fail(new AmountOutOfRange()))
  })

  it("exactness and minimality: every amount up to R$ 50,00 at the terms of the demo", () => {
    for (const chosen of [
      terms({ percent: 99, fixed: 0 }),
      terms({ percent: 399, fixed: 39 }),
      terms({ percent: 949, fixed: 39 }),
      terms({ percent: 1_599, fixed: 39 }),
    ]) {
      for (let amount = 1; amount <= 5_000; amount++) expectLeast(amount, chosen)
    }
  })

  it("exactness and minimality: any amount at any terms", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 900_000_000 }), anyTerms, expectLeast), { numRuns: 5_000 })
  })
})
