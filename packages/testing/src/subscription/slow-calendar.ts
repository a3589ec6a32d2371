/**
 * When periods begin, found by tearing off one day after the other: slow, and with nothing in common with the calendar
 * it checks.
 */
import { LocalDate } from "@vintem/domain/calendar"
import type { Plan } from "@vintem/domain/subscription"

/** The first day of a period, counted from 1. */
export const startOfPeriodDayByDay = ({ anchor, recurrence: { every, count } }: Plan, period: number): LocalDate => {
  const [year = 0, month = 0, anchorDay = 0] = anchor.split("-").map(Number)
  let day: Day = { year, month, day: anchorDay }
  const steps = (period - 1) * count
  if (every === "day" || every === "week") {
    for (let n = 0; n < steps * (every === "week" ? 7 : 1); n += 1) day = dayAfter(day)
    return dateOf(day)
  }
  let monthsLeft = steps * (every === "year" ? 12 : 1)
  while (monthsLeft > 0 || !(day.day === anchorDay || isLastOfMonth(day))) {
    const next = dayAfter(day)
    if (next.day === 1) monthsLeft -= 1
    day = next
  }
  return dateOf(day)
}

interface Day {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const isLastOfMonth = ({ year, month, day }: Day): boolean =>
  day === (month === 2 && isLeapYear(year) ? 29 : monthLengths[month - 1])

const dayAfter = (today: Day): Day => {
  if (!isLastOfMonth(today)) return { ...today, day: today.day + 1 }
  return today.month === 12
    ? { year: today.year + 1, month: 1, day: 1 }
    : { year: today.year, month: today.month + 1, day: 1 }
}

const dateOf = ({ year, month, day }: Day): LocalDate =>
  LocalDate.make([year, month, day].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-"))
