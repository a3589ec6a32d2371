import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { rawCodeMax } from "../text/raw-text.ts"
import { CardNumber, CardNumberRefusal, parseCardNumber } from "./card-number.ts"

const reasonOf = (input: string) =>
  Result.match(parseCardNumber(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("parseCardNumber", () => {
  it.each([
    ["4242424242424242", "4242424242424242"],
    ["4242 4242 4242 4242", "4242424242424242"],
    ["3782-822463-10005", "378282246310005"],
    [" 4222 2222-2222 2- ", "4222222222222"],
    ["3841001111222233338", "3841001111222233338"],
    ["4242424242424242".padEnd(rawCodeMax), "4242424242424242"],
    ["4242.4242.4242.4242", "4242424242424242"],
    ["4242/4242/4242/4242", "4242424242424242"],
    ["4242\u00A04242\u00A04242\u00A04242", "4242424242424242"],
    ["4242\u20134242\u20134242\u20134242", "4242424242424242"],
    ["\u200B4242424242424242\n", "4242424242424242"],
  ])("reads %j as %j", (input, number) => {
    expect(parseCardNumber(input)).toEqual(Result.succeed(number))
  })

  it.each([
    "4000000000000002",
    "4000000000009995",
    "4000000000000069",
    "4000000000000127",
    "4000000000000119",
    "4000000000009235",
    "4000000000000341",
    "5031433215406351",
    "4235647728025682",
    "375365153556885",
    "5067766783888311",
    "4000000000000010",
    "4000000000000028",
  ])("accepts %s, a developers' test number", (number) => {
    expect(parseCardNumber(number)).toEqual(Result.succeed(number))
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    ["42424242424a", "characters"],
    ["424242424241", "length"],
    ["4242424242423", "check_digit"],
    ["4242424242422", null],
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(CardNumberRefusal.literals)
  })

  it.each([
    ["", "length"],
    ["42424242424242424242", "length"],
    ["4242424242424242".padEnd(rawCodeMax + 1), "length"],
    ["4242 42** **** 4242", "length"],
    ["4242+4242+4242+4242", "characters"],
    ["４２４２４２４２４２４２４２４２", "characters"],
  ])("answers %j with %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it.each(["4242424242424241", "42424242424242421", "4242x424242424241"])(
    "shows no part of %s in the refusal",
    (input) => {
      const refused = Result.getOrThrow(Result.flip(parseCardNumber(input)))
      expect(`${refused} ${JSON.stringify(refused)}`).not.toMatch(/4242/u)
    },
  )
})

describe("CardNumber", () => {
  it.each([
    ["4242424242424242", true],
    ["4242424242424241", false],
    ["4242 4242 4242 4242", false],
    ["", false],
  ])("%j: %s", (text, isOne) => {
    expect(Schema.is(CardNumber)(text)).toBe(isOne)
  })
})
