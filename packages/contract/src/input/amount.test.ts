// Amounts and percentages in requests: read exactly, or refused.
import { centavos, centavosMax, zero } from "@vintem/domain/money"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readAmount, readPercent } from "./amount.ts"

describe("readAmount", () => {
  const read = readAmount({ min: zero, max: centavos(centavosMax) })

  it.each([
    [10, 1_000],
    [10.5, 1_050],
    ["10.50", 1_050],
    [" 10.5 ", 1_050],
    [0.1 + 0.2, 30],
    [0, 0],
    [-0, 0],
    ["0.01", 1],
    [99_999_999_999.99, centavosMax],
  ])("reads %j as %i centavos", (input, amount) => {
    expect(read(input)).toEqual(Result.succeed(amount))
  })

  it.each([
    [1.005, { code: "too_many_decimals" }],
    ["1.005", { code: "too_many_decimals" }],
    ["10,50", { code: "not_a_number" }],
    ["1e3", { code: "not_a_number" }],
    ["R$ 10", { code: "not_a_number" }],
    [true, { code: "not_a_number" }],
    [{}, { code: "not_a_number" }],
    [Number.NaN, { code: "not_a_number" }],
    [1e11, { code: "amount_too_large", max: 99_999_999_999.99 }],
    ["100000000000", { code: "amount_too_large", max: 99_999_999_999.99 }],
    [JSON.parse("1e400"), { code: "amount_too_large", max: 99_999_999_999.99 }],
    [-0.01, { code: "amount_too_small", min: 0 }],
  ])("says that %j %s", (input, predicate) => {
    expect(read(input)).toEqual(Result.fail(predicate))
  })

  it("enforces its bounds", () => {
    const upToOne = readAmount({ min: centavos(1), max: centavos(100) })
    expect(upToOne("0.01")).toEqual(Result.succeed(1))
    expect(upToOne(1)).toEqual(Result.succeed(100))
    expect(upToOne(0)).toEqual(Result.fail({ code: "amount_too_small", min: 0.01 }))
    expect(upToOne(1.01)).toEqual(Result.fail({ code: "amount_too_large", max: 1 }))
  })
})

describe("readPercent", () => {
  it.each([
    [2.99, 299],
    ["2.99", 299],
    [0, 0],
    [99.99, 9_999],
  ])("reads %j as %i basis points", (input, basisPoints) => {
    expect(readPercent(input)).toEqual(Result.succeed(basisPoints))
  })

  it.each([
    [100, { code: "out_of_range", min: 0, max: 99.99 }],
    [-0.01, { code: "out_of_range", min: 0, max: 99.99 }],
    [2.995, { code: "too_many_decimals" }],
    ["3%", { code: "not_a_number" }],
  ])("says that %j %s", (input, predicate) => {
    expect(readPercent(input)).toEqual(Result.fail(predicate))
  })
})
