import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  addDays,
  addMonths,
  DayOfMonth,
  dayOfMonth,
  daysBetween,
  isAfter,
  isBefore,
  LocalDate,
  LocalDateOrder,
  LocalDateRefusal,
  parseLocalDate,
  weekday,
} from "./local-date.ts"

const date = (text: string) => LocalDate.make(text)
const reasonOf = (input: string) =>
  Result.match(parseLocalDate(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("parseLocalDate", () => {
  it.each(["1900-01-01", "1970-01-01", "2000-02-29", "2024-02-29", "2026-11-21", "9999-12-31"])(
    "accepts %s",
    (text) => {
      expect(parseLocalDate(text)).toEqual(Result.succeed(text))
    },
  )

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    ["1899-02-30T", "format"],
    ["1899-02-30", "year"],
    ["1900-02-30", "calendar"],
    ["1900-02-28", null],
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(LocalDateRefusal.literals)
  })

  it.each([
    ["", "format"],
    ["21/11/2026", "format"],
    ["2026-1-21", "format"],
    ["2026-11-21 ", "format"],
    ["2026-11-21\n", "format"],
    ["+2026-11-21", "format"],
    ["２０２６-11-21", "format"],
    ["0000-01-01", "year"],
    ["2026-00-10", "calendar"],
    ["2026-13-10", "calendar"],
    ["2026-10-00", "calendar"],
    ["2026-04-31", "calendar"],
    ["2026-02-29", "calendar"],
    ["1900-02-29", "calendar"],
    ["9999-12-32", "calendar"],
  ])("refuses %j: %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })
})

describe("addDays", () => {
  it.each([
    ["2026-12-31", 1, "2027-01-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2026-03-01", -1, "2026-02-28"],
    ["2018-11-03", 1, "2018-11-04"], // summer time began at this midnight
    ["2019-02-16", 1, "2019-02-17"], // summer time ended at this midnight
    ["1997-10-07", 9999, "2025-02-21"],
  ])("moves %s by %i to %s", (from, days, to) => {
    expect(addDays(date(from), days)).toBe(to)
  })

  it("throws if no date is left", () => {
    expect(() => addDays(date("9999-12-31"), 1)).toThrow()
    expect(() => addDays(date("1900-01-01"), -1)).toThrow()
  })
})

describe("addMonths", () => {
  it.each([
    ["2026-01-31", 1, 31, "2026-02-28"],
    ["2026-02-28", 1, 31, "2026-03-31"],
    ["2028-01-31", 1, 31, "2028-02-29"],
    ["2028-02-29", 12, 29, "2029-02-28"],
    ["2027-02-28", 12, 29, "2028-02-29"],
    ["2026-11-30", 3, 30, "2027-02-28"],
    ["2026-12-15", 1, 15, "2027-01-15"],
    ["2026-03-31", -1, 31, "2026-02-28"],
    ["2026-01-10", -13, 10, "2024-12-10"],
    ["2026-05-04", 0, 31, "2026-05-31"],
  ])("moves %s by %i months, anchored on the %i, to %s", (from, months, anchorDay, to) => {
    expect(addMonths(date(from), months, DayOfMonth.make(anchorDay))).toBe(to)
  })
})

describe("weekday", () => {
  it.each([
    ["1900-01-01", 1],
    ["1969-12-21", 0], // a draft returned -0 for Sundays before 1970
    ["1969-12-31", 3],
    ["1970-01-01", 4],
    ["2026-11-21", 6],
    ["2026-11-22", 0],
    ["9999-12-31", 5],
  ])("for %s is %i", (text, day) => {
    expect(weekday(date(text))).toBe(day)
  })
})

describe("dates", () => {
  it("are compared by day", () => {
    expect(isBefore(date("2026-09-30"), date("2026-10-01"))).toBe(true)
    expect(isBefore(date("2026-10-01"), date("2026-10-01"))).toBe(false)
    expect(isAfter(date("2026-10-01"), date("2026-09-30"))).toBe(true)
    expect(isAfter(date("2026-10-01"), date("2026-10-01"))).toBe(false)
    expect([date("2027-01-01"), date("1999-12-31"), date("2026-11-21")].sort(LocalDateOrder)).toEqual([
      "1999-12-31",
      "2026-11-21",
      "2027-01-01",
    ])
  })

  it("are as far apart as the days between them", () => {
    expect(daysBetween(date("2026-02-28"), date("2026-03-01"))).toBe(1)
    expect(daysBetween(date("2026-11-21"), date("2026-11-21"))).toBe(0)
    expect(daysBetween(date("2026-11-21"), date("2025-11-21"))).toBe(-365)
  })

  it("have a day of the month", () => {
    expect(dayOfMonth(date("2026-11-05"))).toBe(5)
  })
})
