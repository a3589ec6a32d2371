import { generatePixPayload, getPixPayloadInfo } from "@brazilian-utils/brazilian-utils"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { foldAscii } from "./fold-ascii.ts"

describe("foldAscii", () => {
  it.each([
    ["José Ação", 25, "Jose Acao"],
    ["São Paulo", 15, "Sao Paulo"],
    ["Sa\u0303o Paulo", 15, "Sao Paulo"],
    ["  Loja\t da \n Ana  ", 25, "Loja da Ana"],
    ["Pão 🙂 Doce", 25, "Pao Doce"],
    ["A\u007FB\u0080C", 25, "A B C"],
    ["Loja nº 1", 25, "Loja n 1"],
    ["A & B (C) ~!", 25, "A & B (C) ~!"],
    ["São José dos Campos", 15, "Sao Jose dos Ca"],
    ["São José dos Campos", 13, "Sao Jose dos"],
    ["李明", 25, ""],
    ["Ana", 0, ""],
  ])("turns %j within %i into %j", (text, charactersMax, folded) => {
    expect(foldAscii(text, charactersMax)).toBe(folded)
  })

  it("range: only printable ASCII and single spaces, none at the ends, within the length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat({ max: 30 }), (text, charactersMax) => {
        const folded = foldAscii(text, charactersMax)
        expect(folded).toMatch(/^[\x20-\x7E]*$/u)
        expect(folded).not.toMatch(/^ | $| {2}/u)
        expect(folded.length).toBeLessThanOrEqual(charactersMax)
      }),
    )
  })

  it("idempotence: folding twice equals folding once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat({ max: 30 }), (text, charactersMax) => {
        const folded = foldAscii(text, charactersMax)
        expect(foldAscii(folded, charactersMax)).toBe(folded)
      }),
    )
  })

  // The library differs: it drops a character that has no accent to lose, and so joins words with an emoji between
  // them.
  it("agreement: folds a receiver's name as brazilian-utils does", () => {
    const letter = fc.constantFrom(..."aZãÇéÍõÜ  &.-")
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 60 }), (rest) => {
        const merchantName = `L${rest}`
        const payload = generatePixPayload({ key: "ana@example.com", merchantName, merchantCity: "Natal" })
        expect(foldAscii(merchantName, 25)).toBe(getPixPayloadInfo(payload ?? "")?.merchantName)
      }),
    )
  })
})
