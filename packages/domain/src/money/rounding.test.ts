import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { divideHalfUp, divideUp } from "./rounding.ts"

const numerator = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const denominator = fc.bigInt({ min: 1n, max: 10n ** 6n })

describe("divideHalfUp", () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -2n],
    [7n, 3n, 2n],
    [8n, 3n, 3n],
    [-7n, 3n, -2n],
    [-8n, 3n, -3n],
    [0n, 9n, 0n],
    [6n, 3n, 2n],
    [1005n, 10n, 101n], // half to even would give 100
  ])("makes %d / %d into %d", (n, d, expected) => {
    expect(divideHalfUp(n, d)).toBe(expected)
  })

  it("nearness: is above the quotient by at most a half, and below it by less", () => {
    fc.assert(
      fc.property(numerator, denominator, (n, d) => {
        const doubledError = 2n * (divideHalfUp(n, d) * d - n)
        expect(doubledError <= d && doubledError > -d).toBe(true)
      }),
    )
  })

  it("throws on a denominator of zero or less", () => {
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError)
    expect(() => divideHalfUp(1n, -1n)).toThrow(RangeError)
  })
})

describe("divideUp", () => {
  it.each([
    [1n, 2n, 1n],
    [-1n, 2n, 0n],
    [-3n, 2n, -1n],
    [4n, 2n, 2n],
    [0n, 2n, 0n],
    [100_390_000n, 9_601n, 10_457n],
  ])("makes %d / %d into %d", (n, d, expected) => {
    expect(divideUp(n, d)).toBe(expected)
  })

  it("nearness: is above the quotient by less than one, and never below it", () => {
    fc.assert(
      fc.property(numerator, denominator, (n, d) => {
        const error = divideUp(n, d) * d - n
        expect(error >= 0n && error < d).toBe(true)
      }),
    )
  })
})
