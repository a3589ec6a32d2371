import { LocalDate } from "@vintem/domain/calendar"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dayOrderOf, isDayLike, readDay } from "./days.ts"

describe("a day in a sheet", () => {
  it.each([
    ["10/12/2026", "2026-12-10"],
    ["1/2/26", "2026-02-01"],
    ["10-12-2026", "2026-12-10"],
    ["10.12.2026", "2026-12-10"],
    ["10/12/2026 00:00", "2026-12-10"],
    ["2026-12-10", "2026-12-10"],
    ["2026-12-10T00:00:00.000Z", "2026-12-10"],
    ["2026/12/10", "2026-12-10"],
    ["10/dez/2026", "2026-12-10"],
    ["10-fev-26", "2026-02-10"],
    ["1º de março de 2027", "2027-03-01"],
    ["10 Aug 2026", "2026-08-10"],
  ])("%j is read with the day first", (cell, day) => {
    expect(readDay(cell, "day")).toBe(day)
  })

  it.each([
    "",
    "31/02/2026",
    "10/12",
    "46366",
    "2026",
    "amanhã",
    "10/xyz/2026",
    "1.234,56",
    "10-12/2026",
    "13/13/2026",
    "10/12/126",
  ])("%j is no day", (cell) => {
    for (const order of ["day", "month", "unclear"] as const) expect(readDay(cell, order)).toBeNull()
  })

  it.each([
    [["10/12/2026", "11/12/2026"], "day"],
    [["10/12/2026", "12/31/2026"], "month"],
    [["31/12/2026", "12/31/2026", "10/12/2026"], "unclear"],
    [["2026-12-31"], "day"],
  ])("in %j has the order %j", (cells, order) => {
    expect(dayOrderOf(cells)).toBe(order)
  })

  it("is unclear alone if the column proves both orders", () => {
    expect(["31/12/2026", "12/31/2026", "10/10/2026", "10/12/2026"].map((cell) => readDay(cell, "unclear"))).toEqual([
      "2026-12-31",
      "2026-12-31",
      "2026-10-10",
      "unclear",
    ])
    expect(readDay("10/12/2026", "month")).toBe("2026-10-12")
  })

  it.each([
    "10/12",
    "10/dez",
    "10 de dezembro",
    "12/2026",
    "2026-12",
    "dez/26",
    "dezembro de 2026",
    "dia 10",
    "todo dia 5",
    "31/02/2026",
    "00/00/0000",
    "qui, 10/12/2026",
    "10/12/2026 às 14h",
    "2026-12-10T00:00:00-03:00",
    "10-12-2026 (quinta)",
  ])("%j looks like a day", (cell) => {
    expect(isDayLike(cell)).toBe(true)
  })

  it.each(["", "150,00", "10.12", "10-12", "3º B", "15 A", "2026", "(11) 98765-4321", "06.990.590/0001-23", "Maria"])(
    "%j does not look like a day",
    (cell) => {
      expect(isDayLike(cell)).toBe(false)
    },
  )

  it("is read as it was printed", () => {
    const day = fc
      .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")))
    fc.assert(
      fc.property(day, ([year = "", month = "", date = ""]) => {
        const expected = LocalDate.make(`${year}-${month}-${date}`)
        for (const printed of [expected, `${date}/${month}/${year}`, `${date}.${month}.${year.slice(2)}`]) {
          expect(readDay(printed, "day")).toBe(expected)
          expect(isDayLike(printed)).toBe(true)
        }
      }),
    )
  })
})
