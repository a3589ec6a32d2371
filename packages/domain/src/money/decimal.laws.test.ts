import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { centavos, centavosMax } from "./centavos.ts"
import { decimalNumber, decimalString, parseDecimal } from "./decimal.ts"

/** Amounts of every length: without this, nearly all would have thirteen digits. */
const amount = fc
  .tuple(fc.integer({ min: -centavosMax, max: centavosMax }), fc.integer({ min: 0, max: 12 }))
  .map(([large, digitsLess]) => centavos(Math.trunc(large / 10 ** digitsLess)))

describe("decimals", () => {
  it("round trip: an amount written as a JSON number, and then as text, is read back", () => {
    fc.assert(
      fc.property(amount, (written) => {
        const wire: number = JSON.parse(JSON.stringify(decimalNumber(written)))
        return Result.getOrThrow(parseDecimal(wire)) === written
      }),
      { numRuns: 200_000 },
    )
  })

  it("round trip: an amount written as a decimal string is read back", () => {
    fc.assert(
      fc.property(amount, (written) => Result.getOrThrow(parseDecimal(decimalString(written))) === written),
      { numRuns: 200_000 },
    )
  })

  it("one spelling: the JSON number prints like the string, apart from final zeros", () => {
    fc.assert(
      fc.property(amount, (written) => {
        const text = decimalString(written).replace(/\.?0+$/u, "")
        expect(JSON.stringify(decimalNumber(written))).toBe(text)
      }),
      { numRuns: 20_000 },
    )
  })

  it("honesty: a third decimal that is not zero is never rounded away, in numbers or texts", () => {
    const thirdDecimal = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(amount, thirdDecimal, (written, third) => {
        const text = `${decimalString(written)}${third}`
        expect(Result.isFailure(parseDecimal(text))).toBe(true)
        expect(Result.isFailure(parseDecimal(Number(text)))).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })

  it("totality: every number and text is read or refused with a reason, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string({ unit: "binary" }), fc.stringMatching(/^[-\d.e,]*$/u)), (input) => {
        const result = parseDecimal(input)
        if (Result.isSuccess(result)) expect(centavos(result.success)).toBe(result.success)
        else expect(result.failure._tag).toBe("DecimalRefused")
      }),
      { numRuns: 20_000 },
    )
  })
})
