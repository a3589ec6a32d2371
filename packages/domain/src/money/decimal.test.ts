import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { centavos, centavosMax } from "./centavos.ts"
import { DecimalReason, DecimalRefused, decimalNumber, decimalString, parseDecimal } from "./decimal.ts"

const read = [
  // numbers that lose a centavo if multiplied by 100 and cut
  [4.35, 435],
  [19.99, 1_999],
  [35.41, 3_541],
  [1.15, 115],
  [1234.5, 123_450],
  // binary rounding errors
  [0.1 + 0.2, 30],
  [0.30000000000000004, 30],
  [-0.30000000000000004, -30],
  // signs and zeros
  [0, 0],
  [-0, 0],
  [-0.05, -5],
  [-10, -1_000],
  // the ends
  [0.01, 1],
  [99_999_999_999.99, centavosMax],
  [-99_999_999_999.99, -centavosMax],
  // text
  ["10.50", 1_050],
  ["10.5", 1_050],
  ["10", 1_000],
  ["-0.05", -5],
  ["-0", 0],
  ["-0.00", 0],
  ["007.10", 710],
  ["99999999999.99", centavosMax],
] as const

const refused = [
  [Number.NaN, "not_a_number"],
  ["", "not_a_number"],
  ["-", "not_a_number"],
  ["ten", "not_a_number"],
  ["10,50", "not_a_number"],
  ["1.", "not_a_number"],
  [".5", "not_a_number"],
  ["+1", "not_a_number"],
  ["1e3", "not_a_number"],
  ["0x10", "not_a_number"],
  [" 1", "not_a_number"],
  ["1\n", "not_a_number"],
  ["1.234.56", "not_a_number"],
  ["١٢", "not_a_number"],
  ["NaN", "not_a_number"],
  [1.005, "too_many_decimals"],
  [10.005, "too_many_decimals"],
  [-1.005, "too_many_decimals"],
  [0.001, "too_many_decimals"],
  [1e-7, "too_many_decimals"],
  [Number.MIN_VALUE, "too_many_decimals"],
  [99_999_999_999.999, "too_many_decimals"],
  ["1.005", "too_many_decimals"],
  ["1.000", "too_many_decimals"],
  [1e11, "out_of_range"],
  [-1e11, "out_of_range"],
  [99_999_999_999.99998, "out_of_range"], // with fifteen digits it rounds to 10¹¹
  [1e21, "out_of_range"],
  [Number.POSITIVE_INFINITY, "out_of_range"],
  [Number.NEGATIVE_INFINITY, "out_of_range"],
  [123_456_789_012.345, "out_of_range"], // checked before its decimals are counted
  ["100000000000", "out_of_range"],
  ["000000000001", "out_of_range"], // twelve digits, even if they are zeros
  ["-100000000000.00", "out_of_range"],
] as const

describe("parseDecimal", () => {
  it.each(read)("reads %j as %i", (input, amount) => {
    expect(parseDecimal(input)).toEqual(Result.succeed(amount))
    expect(Object.is(Result.getOrThrow(parseDecimal(input)), amount)).toBe(true)
  })

  it.each(refused)("refuses %s: %s", (input, reason) => {
    expect(parseDecimal(input)).toEqual(Result.fail(new DecimalRefused({ reason })))
  })

  it("is refused for every reason in this table", () => {
    expect(new Set(refused.map(([, reason]) => reason))).toEqual(new Set(DecimalReason.literals))
  })
})

describe("decimalString", () => {
  it.each([
    [0, "0.00"],
    [1, "0.01"],
    [-5, "-0.05"],
    [99, "0.99"],
    [100, "1.00"],
    [1_234, "12.34"],
    [-123_450, "-1234.50"],
    [centavosMax, "99999999999.99"],
  ] as const)("writes %i as %s", (amount, text) => {
    expect(decimalString(centavos(amount))).toBe(text)
  })
})

describe("decimalNumber", () => {
  it.each([
    [0, "0"],
    [1_999, "19.99"],
    [-5, "-0.05"],
    [123_450, "1234.5"],
    [centavosMax, "99999999999.99"],
  ] as const)("prints %i as %s in JSON", (amount, text) => {
    expect(JSON.stringify(decimalNumber(centavos(amount)))).toBe(text)
  })
})
