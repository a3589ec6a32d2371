import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { rawTextMax } from "../text/raw-text.ts"
import { cardHolderMax, parseCardHolder } from "./holder.ts"
import { foldCardHolder, hasDigit } from "./typed-holder.ts"

const reasonOf = (typed: string) =>
  Result.match(parseCardHolder(foldCardHolder(typed)), { onSuccess: () => null, onFailure: ({ reason }) => reason })

/** Texts that people type and paste. */
const typedNames = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZãÇéß'’´`.-,/ \u00A0\u200B\u0301Øł山1²"), maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
)

describe("foldCardHolder", () => {
  it.each([
    ["MARIA D'AVILA", "MARIA D AVILA"],
    ["Maria d’Ávila", "Maria d Avila"],
    ["ANA-MARIA", "ANA MARIA"],
    ["SILVA JR.", "SILVA JR"],
    ["  José   da\tConceição ", "Jose da Conceicao"],
    ["Jose\u0301", "Jose"],
    ["MARIA APARECIDA DOS SANTOS SI", "MARIA APARECIDA DOS SANTO"],
    ["MARIA FERNANDA ALVES DE S. SILVA", "MARIA FERNANDA ALVES DE S"],
    ["MARIA APARECIDA SOARES X Y", "MARIA APARECIDA SOARES X"], // the 25th character would be a space
    ["Ana\u00A0\u200BLi\u00ADma", "Ana Lima"],
    ["Wałęsa Ørsted Weiß", "Walesa Orsted Weiss"],
    ["ＡＮＡ", "ANA"],
    ["山田 Taro", "Taro"],
    ["山田太郎", ""],
    ["-.'", ""],
    ["", ""],
    ["M4RIA", "M4RIA"],
    ["MARIA DA SILVA SANTOS LIMA 4242 4242", "MARIA DA SILVA SANTOS LIMA 4242 4242"],
    ["Ana ²", "Ana 2"],
    ["Ana ٣", "Ana ٣"],
  ])("turns %j into %j", (typed, holder) => {
    expect(foldCardHolder(typed)).toBe(holder)
  })

  it.each([
    ["山田太郎", "letters"],
    ["...", "letters"],
    ["M4RIA", "characters"],
    ["4242 4242 4242 4242", "characters"],
    ["MARIA DA SILVA SANTOS LIMA 2", "characters"],
    ["A".repeat(rawTextMax(cardHolderMax) + 1), "too_long"],
    ["A".repeat(rawTextMax(cardHolderMax)), null],
  ])("keeps %j, which is refused with %s", (typed, reason) => {
    expect(reasonOf(typed)).toBe(reason)
  })

  it("acceptance: every text with a Latin letter and without digits becomes a holder, and no other", () => {
    fc.assert(
      fc.property(typedNames, (typed) => {
        const folded = foldCardHolder(typed)
        if (hasDigit(folded)) expect(reasonOf(typed)).toBe("characters")
        else expect(reasonOf(typed)).toBe(folded === "" ? "letters" : null)
      }),
      { numRuns: 2_000 },
    )
  })

  it("refusal: no digit is ever lost", () => {
    fc.assert(
      fc.property(typedNames, fc.constantFrom(..."019٣４"), typedNames, (before, digit, after) => {
        expect(reasonOf(`${before}${digit}${after}`)).toBe("characters")
      }),
    )
  })

  it("range: letters and single spaces, none at the ends, within the length", () => {
    fc.assert(
      fc.property(typedNames, (typed) => {
        const folded = foldCardHolder(typed)
        if (hasDigit(folded)) return
        expect(folded).toMatch(/^(?:[A-Za-z]+(?: [A-Za-z]+)*)?$/u)
        expect(folded.length).toBeLessThanOrEqual(cardHolderMax)
      }),
      { numRuns: 2_000 },
    )
  })

  it("idempotence: folding twice equals folding once", () => {
    fc.assert(
      fc.property(typedNames, (typed) => {
        const folded = foldCardHolder(typed)
        expect(foldCardHolder(folded)).toBe(folded)
      }),
    )
  })

  it("permanence: a name as cards print it stays unchanged", () => {
    const word = fc.stringMatching(/^[A-Z]{1,8}$/u)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const printed = words.join(" ")
        fc.pre(printed.length <= cardHolderMax)
        expect(foldCardHolder(printed)).toBe(printed)
      }),
    )
  })
})
