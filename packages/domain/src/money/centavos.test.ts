import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  AmountOutOfRange,
  add,
  Centavos,
  centavos,
  centavosMax,
  checkedSum,
  checkedTimes,
  subtract,
  sum,
  zero,
} from "./centavos.ts"

const largest = centavos(centavosMax)
const outOfRange = Result.fail(new AmountOutOfRange())

describe("centavos", () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, centavosMax + 1, -centavosMax - 1, 2 ** 53])(
    "throws on %d",
    (n) => {
      expect(() => centavos(n)).toThrow()
    },
  )

  it("accepts exactly what the schema accepts", () => {
    const isCentavos = Schema.is(Centavos)
    const isTaken = (n: number) => Result.isSuccess(Result.try(() => centavos(n)))
    const nearTheBound = fc.integer({ min: -2, max: 2 }).map((n) => centavosMax + n)
    const numbers = fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger(), nearTheBound)
    fc.assert(fc.property(numbers, (n) => isTaken(n) === isCentavos(n) && isTaken(-n) === isCentavos(-n)))
  })

  it("has only one zero", () => {
    expect(centavos(-0)).toBe(0)
    expect(subtract(centavos(-5), centavos(-5))).toBe(0)
  })
})

describe("add, subtract and sum", () => {
  it("keep to whole centavos", () => {
    expect(add(centavos(1_999), centavos(1))).toBe(2_000)
    expect(subtract(centavos(100), centavos(349))).toBe(-249)
    expect(sum([centavos(3_334), centavos(3_333), centavos(3_333)])).toBe(10_000)
    expect(sum([])).toBe(zero)
  })

  it("throw if the result is out of bounds", () => {
    expect(() => add(largest, centavos(1))).toThrow()
    expect(() => subtract(centavos(-1), largest)).toThrow()
    expect(() => sum([largest, centavos(1)])).toThrow()
  })
})

describe("checkedSum", () => {
  it("refuses a sum beyond the largest amount, and accepts the largest", () => {
    expect(checkedSum([largest, centavos(1)])).toEqual(outOfRange)
    expect(checkedSum([largest, zero])).toEqual(Result.succeed(largest))
  })

  it("checks only the final sum: thousands of large amounts and their discounts add up to 1", () => {
    const charges = Array.from({ length: 2_000 }, () => largest)
    const discounts = charges.map((charge) => subtract(zero, charge))
    expect(checkedSum([...charges, centavos(1), ...discounts])).toEqual(Result.succeed(1))
  })
})

describe("checkedTimes", () => {
  it("multiplies positive and negative prices", () => {
    expect(checkedTimes(centavos(1_999), 3)).toEqual(Result.succeed(5_997))
    expect(checkedTimes(centavos(-500), 2)).toEqual(Result.succeed(-1_000))
    expect(checkedTimes(largest, 1)).toEqual(Result.succeed(largest))
    expect(checkedTimes(largest, 0)).toEqual(Result.succeed(0))
    expect(checkedTimes(centavos(-500), 0)).toEqual(Result.succeed(0))
  })

  it.each([2, 1e9, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE])("refuses the largest amount times %d", (quantity) => {
    expect(checkedTimes(largest, quantity)).toEqual(outOfRange)
  })

  it("throws on a fractional quantity", () => {
    expect(() => checkedTimes(centavos(100), 1.5)).toThrow()
  })
})
