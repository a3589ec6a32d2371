import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addDays,
  addMonths,
  DayOfMonth,
  dayNumber,
  dayOfMonth,
  daysBetween,
  LocalDate,
  LocalDateOrder,
  localDateFromDayNumber,
  weekday,
} from "./local-date.ts"

const first = LocalDate.make("1900-01-01")
const last = LocalDate.make("9999-12-31")

const dates = fc.integer({ min: dayNumber(first), max: dayNumber(last) }).map(localDateFromDayNumber)
const earlyDates = fc.integer({ min: dayNumber(first), max: 1_000_000 }).map(localDateFromDayNumber) // until 4707
const days = fc.integer({ min: 0, max: 1_000_000 })
const months = fc.integer({ min: 0, max: 1_200 })
const anchorDays = fc.integer({ min: 1, max: 31 }).map((day) => DayOfMonth.make(day))

const monthOf = (date: LocalDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))

describe("the calendar", () => {
  it("continuity: every day has one successor, and 400 years have 146 097 of them", () => {
    let date = first
    let count = 0
    for (; date !== "2300-01-01"; count += 1) {
      const next = addDays(date, 1)
      // The next day of the same month, or the first day of the next month.
      const follows =
        monthOf(next) === monthOf(date)
          ? dayOfMonth(next) === dayOfMonth(date) + 1
          : monthOf(next) === monthOf(date) + 1 && dayOfMonth(next) === 1
      if (!follows) expect.fail(`${next} does not follow ${date}`)
      date = next
    }
    expect(count).toBe(146_097)
  })

  it("inverse: daysBetween undoes addDays", () => {
    fc.assert(
      fc.property(earlyDates, days, (date, count) => {
        expect(daysBetween(date, addDays(date, count))).toBe(count)
        expect(addDays(addDays(date, count), -count)).toBe(date)
      }),
    )
  })

  it("order: dates sort like their day numbers", () => {
    fc.assert(
      fc.property(dates, dates, (left, right) => {
        expect(LocalDateOrder(left, right)).toBe(Math.sign(daysBetween(right, left)))
      }),
    )
  })

  it("rhythm: a week later the weekday is the same, a day later it is the next", () => {
    fc.assert(
      fc.property(earlyDates, (date) => {
        expect(weekday(addDays(date, 7))).toBe(weekday(date))
        expect(weekday(addDays(date, 1))).toBe((weekday(date) + 1) % 7)
      }),
    )
  })
})

describe("addMonths", () => {
  it("keeps the anchor: adding month by month equals adding at once, whatever short months lie between", () => {
    fc.assert(
      fc.property(earlyDates, months, months, anchorDays, (date, some, more, anchorDay) => {
        const stepByStep = addMonths(addMonths(date, some, anchorDay), more, anchorDay)
        expect(stepByStep).toBe(addMonths(date, some + more, anchorDay))
      }),
    )
  })

  it("precision: lands in the requested month, on the anchor or on the last day", () => {
    fc.assert(
      fc.property(earlyDates, months, anchorDays, (date, count, anchorDay) => {
        const there = addMonths(date, count, anchorDay)
        expect(monthOf(there)).toBe(monthOf(date) + count)
        const isLastDay = dayOfMonth(addDays(there, 1)) === 1
        expect(dayOfMonth(there) === anchorDay || (isLastDay && dayOfMonth(there) < anchorDay)).toBe(true)
      }),
    )
  })
})
