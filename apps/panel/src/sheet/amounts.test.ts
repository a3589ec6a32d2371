import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decimalMarkOf, isAmountLike, readAmount } from "./amounts.ts"

describe("an amount in a sheet", () => {
  it.each([
    ["150", 150],
    ["R$ 150", 150],
    ["r$150,5", 150.5],
    ["150 reais", 150],
    ["BRL 150.00", 150],
    ["1.234,56", 1234.56],
    ["1,234.56", 1234.56],
    ["R$\u00A01.234,56", 1234.56],
    ["1\u202F234,56", 1234.56],
    ["1 234 567,8", 1_234_567.8],
    ["1.234.567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["1234,5", 1234.5],
    ["1234.50", 1234.5],
    ["19,90", 19.9],
    ["19.90", 19.9],
    ["99999999999,99", 99_999_999_999.99],
  ])("%j is read in any column", (cell, amount) => {
    for (const mark of [",", ".", null] as const) expect(readAmount(cell, mark)).toBe(amount)
  })

  it.each([
    "",
    "zero",
    "0",
    "0,00",
    "-150",
    "(150,00)",
    "0,125",
    "1,2345",
    "1.23.456",
    "1.234.56",
    "1,234,56",
    "12.34,5",
    "1234.567",
    "150%",
    "1e3",
    "100000000000",
    "R$",
    "10,00 + 5",
  ])("%j is no amount in any column", (cell) => {
    for (const mark of [",", ".", null] as const) expect(readAmount(cell, mark)).toBeNull()
  })

  it.each([
    ["1.234", 1234, "unclear"],
    ["1,234", "unclear", 1234],
    ["150.000", 150_000, "unclear"],
  ])("%j depends on the decimal mark of its column", (cell, byComma, byPoint) => {
    expect([",", ".", null].map((mark) => readAmount(cell, mark === "," || mark === "." ? mark : null))).toEqual([
      byComma,
      byPoint,
      "unclear",
    ])
  })

  it.each([
    [["150", "1.234"], ",", "the language, if no cell shows it"],
    [["150", "19,90", "1.234"], ",", "one cell"],
    [["1.234,00", "2.000"], ",", "one with thousands"],
    [["1.234.567"], ",", "thousands alone"],
    [["19.90", "1,234"], ".", "one cell of the other kind"],
    [["1 234 567"], ",", "not by spaces"],
    [["19.90", "19,90"], null, "cells that contradict each other"],
  ])("gives the column the mark of %j: %j, %s", (cells, mark, _why) => {
    expect(decimalMarkOf(cells, ",")).toBe(mark)
  })

  it("is read as it was printed in either language", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 13 - 1 }),
        fc.constantFrom("pt-BR", "en-US"),
        (centavos, language) => {
          const printed = new Intl.NumberFormat(language, { style: "currency", currency: "BRL" }).format(centavos / 100)
          expect(readAmount(printed, null)).toBe(centavos / 100)
        },
      ),
    )
  })

  it("never means two amounts: two columns read it differently only if it is unclear alone", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,4}[.,]?[0-9]{0,4}[.,]?[0-9]{0,3}$/u), (cell) => {
        const read = [",", "."]
          .map((mark) => readAmount(cell, mark === "," ? "," : "."))
          .filter((one) => typeof one === "number")
        expect(new Set(read).size).toBeLessThanOrEqual(1)
      }),
    )
  })

  it.each([
    ["150", true],
    ["1.234", true],
    ["R$ 10", true],
    ["00012", false],
    ["11987654321", false],
    ["3º B", false],
    ["isento", false],
    ["-10,00", true],
    ["\u221210,00", true],
    ["R$ -5,00", true],
    ["-R$ 5", true],
    ["(10,00)", true],
    ["(R$ 10)", true],
    ["10,00-", true],
    ["0,00", true],
    ["0", true],
    ["150,00/mês", true],
    ["150/mês", true],
    ["R$ 150 por mês", true],
    ["2 x R$ 75", true],
    ["US$ 150", true],
    ["cem reais", true],
    ["10,00 + 5", true],
    ["12,5%", false],
    ["12,50%", false],
    ["10 alunos", false],
    ["(11) 98765-4321", false],
    ["01.310-100", false],
    ["12.34.567", false],
  ])("%j looks like an amount: %j", (cell, isLike) => {
    expect(isAmountLike(cell)).toBe(isLike)
  })

  it("of any length is read fast", () => {
    for (const piece of ["1.111", "1 ", "1", " ", "R$", "1,1.1", ")", "-(", "/aaa", "por "]) {
      expect(readAmount(piece.repeat(300_000), ",")).toBeNull()
      expect(isAmountLike(`${piece.repeat(300_000)}x`)).toBe(false)
    }
  })
})
