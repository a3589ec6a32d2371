import { describe, expect, it } from "vitest"
import { mod10, mod11 } from "./check-digits.ts"

describe("mod10", () => {
  it.each([
    ["001900000", 9],
    ["341912345", 4],
    ["6789012345", 7],
    ["0000000000", 0],
    ["9", 1], // doubled to 18, with the digit sum 9
    ["5", 9],
  ])("for %s is %i", (digits, digit) => {
    expect(mod10(digits)).toBe(digit)
  })
})

describe("mod11", () => {
  it.each([
    ["0019999900000001000000000000000000000000000", 8],
    ["3419164700000123451234567890123456789012345", 3],
    ["0", 1], // remainder 0 would be 11
    ["6", 1], // remainder 1 would be 10
    ["5", 1], // remainder 10 is 1
    ["1", 9],
    ["100000000", 9], // the ninth weight is 2 again
  ])("for %s is %i", (digits, digit) => {
    expect(mod11(digits)).toBe(digit)
  })
})
