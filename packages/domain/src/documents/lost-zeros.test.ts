import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cnpjCheckDigits, cpfCheckDigits } from "./document.ts"
import { withLostZeros } from "./lost-zeros.ts"

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length })

describe("a document without its leading zeros", () => {
  it.each([
    ["5299822472", undefined, "zeros do not make its check digits right"],
    ["1234567890", "01234567890", "a CPF without its zero"],
    ["12345678909", undefined, "a CPF that is whole"],
    ["191", undefined, "both a CPF and a CNPJ"],
    ["6990590000123", "06990590000123", "a CNPJ without its zero"],
    ["6.990.590/0001-23", "06990590000123", "a CNPJ with its punctuation"],
    ["", undefined, "nothing"],
    ["0", undefined, "one digit only"],
    ["A990590000123", undefined, "letters: no spreadsheet takes it for a number"],
    ["1,2345E+09", undefined, "a number that lost its digits"],
    [`${"0".repeat(300)}191`, undefined, "more than a code can have"],
  ])("%j is %j: %s", (text, repaired, _why) => {
    expect(withLostZeros(text)).toBe(repaired)
  })

  it("is found again if only one reading is valid", () => {
    const cpf = digits(8).map((end) => `0${end}${cpfCheckDigits(`0${end}`)}`)
    const cnpj = digits(11).map((end) => `0${end}${cnpjCheckDigits(`0${end}`)}`)
    fc.assert(
      fc.property(fc.oneof(cpf, cnpj), (document) => {
        fc.pre(!/^0+$/u.test(document))
        const shown = document.replace(/^0+/u, "")
        const found = withLostZeros(shown)
        expect([document, undefined]).toContain(found)
        if (found === undefined) return
        expect(found.replace(/^0+/u, "")).toBe(shown)
      }),
    )
  })
})
