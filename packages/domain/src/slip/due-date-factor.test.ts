import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addDays, dayNumber, daysBetween, LocalDate, localDateFromDayNumber } from "../calendar/local-date.ts"
import { DueDateFactor, dueDateFactor, dueDateFromFactor } from "./due-date-factor.ts"

const date = (text: string) => LocalDate.make(text)
const factor = (number: number) => DueDateFactor.make(number)

describe("dueDateFactor", () => {
  it.each([
    ["1997-10-08", 1],
    ["2000-07-02", 999],
    ["2000-07-03", 1000],
    ["2012-04-27", 5316], // the manual prints these four
    ["2025-02-20", 9998],
    ["2025-02-21", 9999],
    ["2025-02-22", 1000],
    ["2025-02-23", 1001],
    ["2026-11-21", 1637],
    ["2026-12-01", 1647],
    ["2026-12-31", 1677],
    ["2049-10-13", 9999],
    ["2049-10-14", 1000],
  ])("for %s is %i", (dueDate, number) => {
    expect(dueDateFactor(date(dueDate))).toEqual(Option.some(number))
  })

  it.each(["1900-01-01", "1997-10-07"])("does not exist for %s", (dueDate) => {
    expect(dueDateFactor(date(dueDate))).toEqual(Option.none())
  })
})

describe("dueDateFromFactor", () => {
  it.each([
    [1647, "2026-11-21", "2026-12-01"],
    [9999, "2026-11-21", "2025-02-21"],
    [3737, "2026-11-21", "2032-08-21"], // issued for 2007-12-31, too old to be paid
    [3737, "2008-01-15", "2007-12-31"],
    [1000, "2025-02-21", "2025-02-22"],
    [1000, "2000-07-01", "2000-07-03"],
    [999, "2000-07-01", "2000-07-02"],
    [1, "1997-10-07", "1997-10-08"],
    [9999, "2049-10-14", "2049-10-13"],
  ])("for %i on %s is %s", (number, reference, dueDate) => {
    expect(dueDateFromFactor(factor(number), date(reference))).toEqual(Option.some(dueDate))
  })

  it.each([
    [999, "2026-11-21"],
    [1000, "1900-01-01"],
    [9999, "9999-12-31"],
  ])("for %i on %s does not exist", (number, reference) => {
    expect(dueDateFromFactor(factor(number), date(reference))).toEqual(Option.none())
  })

  const references = fc
    .integer({ min: dayNumber(date("2009-01-01")), max: dayNumber(date("9900-01-01")) })
    .map(localDateFromDayNumber)

  it("round trip: a due date from 3000 days before to 5500 days after the reading is read back", () => {
    fc.assert(
      fc.property(references, fc.integer({ min: -3000, max: 5500 }), (reference, distance) => {
        const dueDate = addDays(reference, distance)
        const read = Option.flatMap(dueDateFactor(dueDate), (number) => dueDateFromFactor(number, reference))
        expect(read).toEqual(Option.some(dueDate))
      }),
      { examples: [-3000, 5500].map((distance) => [date("2026-11-21"), distance]) },
    )
  })

  it("nearness: no factor is read as a date outside that range", () => {
    const numbers = fc.integer({ min: 1, max: 9999 }).map(factor)
    const anyReferences = fc
      .integer({ min: dayNumber(date("1900-01-01")), max: dayNumber(date("9999-12-31")) })
      .map(localDateFromDayNumber)
    fc.assert(
      fc.property(numbers, anyReferences, (number, reference) => {
        const read = dueDateFromFactor(number, reference)
        if (Option.isNone(read)) return
        expect(daysBetween(reference, read.value)).toBeGreaterThanOrEqual(-3000)
        expect(daysBetween(reference, read.value)).toBeLessThanOrEqual(5500)
        expect(dueDateFactor(read.value)).toEqual(Option.some(number))
      }),
    )
  })

  it("scarcity: on any day, 499 of the 9000 factors mean no date", () => {
    const unread = Array.from({ length: 9000 }, (_, index) => factor(1000 + index)).filter((number) =>
      Option.isNone(dueDateFromFactor(number, date("2026-11-21"))),
    )
    expect(unread).toHaveLength(499)
  })
})
