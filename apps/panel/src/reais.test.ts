import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readReais } from "./reais.ts"

describe("an amount that a user typed", () => {
  it.each([
    ["59,9", 59.9],
    ["59.90", 59.9],
    ["1.234,56", 1234.56],
    ["1,234.56", 1234.56],
    ["1.234", 1234],
    ["R$ 1.234.567,89", 1234567.89],
    ["0", 0],
    ["", null],
    ["-1", null],
    ["1,2,3", null],
    ["12,345,6", 12345.6],
    ["1e5", null],
    ["9".repeat(100_000), null],
  ])("%j", (text, amount) => {
    expect(readReais(text)).toBe(amount)
  })

  it("is read back however it is written", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_99 }),
        fc.constantFrom("pt-BR", "en"),
        (centavos, locale) => {
          const amount = centavos / 100
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount)
          expect(readReais(text)).toBe(amount)
        },
      ),
    )
  })
})
