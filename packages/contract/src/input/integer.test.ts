// Integers in requests.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { integerOf, readInteger } from "./integer.ts"

describe("readInteger", () => {
  const read = readInteger({ min: 1, max: 12 })

  it.each([
    [1, 1],
    [12, 12],
    ["1", 1],
    [" 12 ", 12],
    ["012", 12],
  ])("reads %j", (input, value) => {
    expect(read(input)).toEqual(Result.succeed(value))
  })

  it.each([0, 13, "0", "13", -1, "-1", Number.MAX_SAFE_INTEGER])("refuses %j as out of bounds", (input) => {
    expect(read(input)).toEqual(Result.fail({ code: "out_of_range", min: 1, max: 12 }))
  })

  it.each([1.5, "1.5", "1.0", "1e1", "+1", "0x1", "one", true, null, [], [1], Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses %j as no integer",
    (input) => {
      expect(read(input)).toEqual(Result.fail({ code: "not_an_integer" }))
    },
  )

  it.each([2 ** 53, "9007199254740993", "1".repeat(400)])("refuses inexact values: %s", (input) => {
    expect(integerOf(input)).toBeUndefined()
  })

  it("has only one zero", () => {
    expect(Object.is(integerOf(-0), 0)).toBe(true)
    expect(Object.is(integerOf("-0"), 0)).toBe(true)
  })
})
