import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type DecimalMark, readReais, reaisMax, typedReais } from "./reais.ts"

/** With its marks swapped, as English writes it. */
const inEnglish = (text: string): string => text.replaceAll(/[.,]/gu, (mark) => (mark === "." ? "," : "."))

describe("an amount that a user typed", () => {
  it.each([
    ["59,9", 59.9],
    ["59,90", 59.9],
    ["1.234,56", 1234.56],
    ["1.234", 1234],
    ["R$ 1.234.567,89", 1234567.89],
    ["R$\u00a019,90", 19.9],
    [" 1234 ", 1234],
    ["007", 7],
    ["0", 0],
    ["99.999.999.999,99", reaisMax],
    ["", null],
    ["-1", null],
    ["1e5", null],
    ["59.90", null],
    ["19,900", null],
    ["0,125", null],
    ["0.125", null],
    ["1,234.56", null],
    ["1.2345", null],
    ["1234.567", null],
    ["12.345.6", null],
    ["1,2,3", null],
    ["1,", null],
    [",5", null],
    ["10 20", null],
    ["100000000000", null],
    ["100.000.000.000", null],
    ["9".repeat(100_000), null],
    [".000".repeat(100_000), null],
  ])("%j", (text, amount) => {
    expect(readReais(text, ",")).toBe(amount)
    expect(readReais(inEnglish(text), ".")).toBe(amount)
  })

  it("is read back however it is written", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_99 }),
        fc.constantFrom(["pt-BR", ","] as const, ["en", "."] as const),
        fc.boolean(),
        (centavos, [locale, decimalMark], useGrouping) => {
          const amount = centavos / 100
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping }).format(amount)
          expect(readReais(text, decimalMark)).toBe(amount)
          expect(readReais(typedReais(amount, decimalMark), decimalMark)).toBe(amount)
        },
      ),
    )
  })

  it("is equal in every language that can read it", () => {
    const text = fc.stringMatching(/^\d{1,4}(?:[.,]\d{1,4}){0,3}$/u)
    fc.assert(
      fc.property(text, (typed) => {
        const [one, other] = ([",", "."] satisfies ReadonlyArray<DecimalMark>).map((mark) => readReais(typed, mark))
        if (one !== null && other !== null) expect(one).toBe(other)
      }),
    )
  })
})
