import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { parseSecurityCode, SecurityCodeRefusal } from "./security-code.ts"

const answer = (input: string, brand: Parameters<typeof parseSecurityCode>[1]) =>
  Result.match(parseSecurityCode(input, brand), {
    onSuccess: () => null,
    onFailure: ({ reason, lengths }) => `${reason}, ${lengths.join(" or ")}`,
  })

describe("parseSecurityCode", () => {
  // Each row fixes the fault that stopped the row above it.
  const rows = [
    ["12a4", "visa", "characters, 3"],
    ["1234", "visa", "length, 3"],
    ["123", "visa", null],
  ] as const

  it.each(rows)("answers %j for %s with %j", (input, brand, refusal) => {
    expect(answer(input, brand)).toBe(refusal)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, , refusal]) => refusal?.split(",").at(0) ?? [])).toEqual(SecurityCodeRefusal.literals)
  })

  it.each([
    ["000", "elo", null],
    ["1234", "amex", null],
    ["123", "amex", "length, 4"],
    ["123", "unknown", null],
    ["1234", "unknown", null],
    ["12", "unknown", "length, 3 or 4"],
    ["12345", "unknown", "length, 3 or 4"],
    ["", "visa", "length, 3"],
    [" 123", "visa", "characters, 3"],
    ["１２３", "visa", "characters, 3"],
  ] as const)("answers %j for %s with %j", (input, brand, refusal) => {
    expect(answer(input, brand)).toBe(refusal)
  })

  it("shows no part of the code in the refusal", () => {
    const refused = Result.getOrThrow(Result.flip(parseSecurityCode("98765", "visa")))
    expect(`${refused} ${JSON.stringify(refused)}`).not.toMatch(/98765/u)
  })
})
