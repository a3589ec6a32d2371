import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { marksInRowMax, rawTextMax } from "../text/raw-text.ts"
import { acquirerHolder, CardHolder, CardHolderRefusal, cardHolderMax, parseCardHolder } from "./holder.ts"

const reasonOf = (input: string) =>
  Result.match(parseCardHolder(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("parseCardHolder", () => {
  it.each([
    ["APRO", "APRO"],
    ["  José da Conceição ", "José da Conceição"],
    ["Jose\u0301", "José"], // composed
    ["Ana  Lima", "Ana  Lima"],
    ["山田太郎", "山田太郎"],
    ["𝒜".repeat(25), "𝒜".repeat(25)], // 25 code points, 50 UTF-16 units
    ["APRO".padEnd(rawTextMax(cardHolderMax)), "APRO"],
  ])("reads %j as %j", (input, holder) => {
    expect(parseCardHolder(input)).toEqual(Result.succeed(holder))
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    [`${"\u0301".repeat(26)}1`, "characters"],
    ["\u0301".repeat(26), "letters"],
    ["n\u0303".repeat(26), "too_long"],
    ["n\u0303".repeat(25), null], // 50 code points before composition
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(CardHolderRefusal.literals)
  })

  it.each([
    ["", "letters"],
    ["   ", "letters"],
    ["Ana-Lima", "characters"],
    ["D'Ávila", "characters"],
    ["Ana 2", "characters"],
    ["Ana\tLima", "characters"],
    ["Ana\u00A0Lima", "characters"],
    ["4242424242424242", "characters"], // the card number, typed into the wrong field
    ["APRO".padEnd(rawTextMax(cardHolderMax) + 1), "too_long"], // too long to be read at all
    [`1${"\u0301".repeat(marksInRowMax + 1)}`, "too_long"],
  ])("answers %j with %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })
})

describe("CardHolder", () => {
  it.each([" Ana", "Jose\u0301", "Ana2"])("cannot be %j, which is not the stored form", (text) => {
    expect(Schema.is(CardHolder)(text)).toBe(false)
  })
})

describe("acquirerHolder", () => {
  it.each([
    ["José da Conceição", "JOSE DA CONCEICAO"],
    ["apro", "APRO"],
    ["Weiß", "WEISS"],
    ["ß".repeat(25), "S".repeat(25)],
    ["山田 Taro", "TARO"],
    ["山田太郎", ""],
  ])("for %j is %j", (holder, folded) => {
    expect(acquirerHolder(CardHolder.make(holder))).toBe(folded)
  })
})
