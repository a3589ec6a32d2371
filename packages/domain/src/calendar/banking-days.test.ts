import Holidays from "date-holidays"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addBankingDays, isBankHoliday, isBankingDay, nextBankingDay } from "./banking-days.ts"
import { addDays, dayNumber, LocalDate, localDateFromDayNumber } from "./local-date.ts"

const date = (text: string) => LocalDate.make(text)

describe("isBankingDay", () => {
  it.each(["2026-02-16", "2026-02-17", "2027-02-08", "2027-02-09", "2028-02-28", "2028-02-29"])(
    "is not Carnival, %s",
    (text) => {
      expect(isBankingDay(date(text))).toBe(false)
    },
  )

  it.each(["2026-04-03", "2027-03-26", "2028-04-14"])("is not Good Friday, %s", (text) => {
    expect(isBankingDay(date(text))).toBe(false)
  })

  it.each(["2026-06-04", "2027-05-27", "2028-06-15"])("is not Corpus Christi, %s", (text) => {
    expect(isBankingDay(date(text))).toBe(false)
  })

  it("includes 20 November from 2024 on", () => {
    expect(isBankingDay(date("2023-11-20"))).toBe(true)
    expect(isBankingDay(date("2024-11-20"))).toBe(false)
  })

  it.each(["2026-12-31", "2026-02-18", "2026-07-09", "2026-01-25"])(
    "has no holiday on New Year's Eve, Ash Wednesday and days that only a state or a city celebrates: %s",
    (text) => {
      expect(isBankHoliday(date(text))).toBe(false)
    },
  )

  it("agrees with the date-holidays package on every day from 2015 to 2040", () => {
    const oracle = new Holidays("BR", { types: ["public", "bank"] })
    const years = Array.from({ length: 26 }, (_, index) => 2015 + index)
    const expected = years.flatMap((year) =>
      oracle
        .getHolidays(year)
        // Elections are held on Sundays and close no bank that would be open.
        .filter((holiday) => holiday.name !== "Dia de Eleição")
        .map((holiday) => holiday.date.slice(0, 10)),
    )
    const ours: Array<string> = []
    for (let day = date("2015-01-01"); day < "2041-01-01"; day = addDays(day, 1)) {
      if (isBankHoliday(day)) ours.push(day)
    }
    expect(ours).toEqual([...new Set(expected)].sort())
  })
})

describe("nextBankingDay", () => {
  it.each([
    ["2026-11-19", "2026-11-19"],
    ["2026-11-20", "2026-11-23"],
    ["2026-11-21", "2026-11-23"],
    ["2026-12-25", "2026-12-28"],
    ["2027-01-01", "2027-01-04"],
    ["2026-02-14", "2026-02-18"],
    ["2026-06-04", "2026-06-05"],
  ])("for %s is %s", (from, to) => {
    expect(nextBankingDay(date(from))).toBe(to)
  })
})

describe("addBankingDays", () => {
  it.each([
    ["2026-11-19", 0, "2026-11-19"],
    ["2026-11-19", 1, "2026-11-23"],
    ["2026-11-19", 2, "2026-11-24"],
    ["2026-11-21", 0, "2026-11-23"],
    ["2026-11-21", 1, "2026-11-24"],
    ["2026-12-24", 2, "2026-12-29"],
    ["2026-02-13", 1, "2026-02-18"],
  ])("moves %s by %i to %s", (from, count, to) => {
    expect(addBankingDays(date(from), count)).toBe(to)
  })

  const dates = fc
    .integer({ min: dayNumber(date("2000-01-01")), max: dayNumber(date("2100-01-01")) })
    .map(localDateFromDayNumber)
  const counts = fc.nat({ max: 30 })

  it("exactness: exactly that many banking days lie after the start, up to and including the end", () => {
    fc.assert(
      fc.property(dates, counts, (from, count) => {
        const to = addBankingDays(from, count)
        let counted = 0
        for (let day = addDays(nextBankingDay(from), 1); day <= to; day = addDays(day, 1)) {
          if (isBankingDay(day)) counted += 1
        }
        expect(counted).toBe(count)
        expect(isBankingDay(to)).toBe(true)
      }),
    )
  })

  it("additivity: adding in two steps equals adding at once", () => {
    fc.assert(
      fc.property(dates, counts, counts, (from, some, more) => {
        expect(addBankingDays(addBankingDays(from, some), more)).toBe(addBankingDays(from, some + more))
      }),
    )
  })
})
