// Calendar dates without a time of day: due dates, the paid period of a subscription, the last day of a payment link.
//
// All arithmetic uses day numbers in UTC. The machine's time zone never matters: around a clock change, the difference
// of local midnights is one hour short of a whole day, and rounds to the wrong date.

import * as Data from "effect/Data"
import * as EffectOrder from "effect/Order"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Why a text is no date. If several reasons hold, the first is given. */
export const LocalDateRefusal = Schema.Literals(["format", "year", "calendar"])
export type LocalDateRefusal = typeof LocalDateRefusal.Type

/**
 * The text is not a day. The caller can correct it.
 *
 * `format`: not `YYYY-MM-DD`. `year`: before 1900. `calendar`: no such day in that month, for example 30 February.
 */
export class LocalDateRefused extends Data.TaggedClass("LocalDateRefused")<{
  readonly reason: LocalDateRefusal
}> {}

/** `YYYY-MM-DD`, an existing day from 1900-01-01 to 9999-12-31. */
export const LocalDate = Schema.String.check(
  Schema.makeFilter((text: string) => refusalOf(text) === undefined, { expected: "a date as YYYY-MM-DD" }),
).pipe(Schema.brand("LocalDate"))
export type LocalDate = typeof LocalDate.Type

/** A day of the month, 1 to 31. A monthly subscription keeps its first day as its anchor. */
export const DayOfMonth = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 })).pipe(
  Schema.brand("DayOfMonth"),
)
export type DayOfMonth = typeof DayOfMonth.Type

/** Reads an ISO 8601 date, `YYYY-MM-DD`, from 1900 on. */
export const parseLocalDate = (input: string): Result.Result<LocalDate, LocalDateRefused> => {
  const reason = refusalOf(input)
  return reason === undefined
    ? Result.succeed(LocalDate.make(input, { disableChecks: true }))
    : Result.fail(new LocalDateRefused({ reason }))
}

/**
 * Adds days to a date.
 *
 * @param days - whole; negative for earlier dates. Throws if the result lies outside 1900 to 9999.
 */
export const addDays = (date: LocalDate, days: number): LocalDate => localDateFromDayNumber(dayNumber(date) + days)

/**
 * The anchor day of another month, or the month's last day if it is too short for the anchor.
 *
 * The anchor is a parameter because the date may have lost it: 31 January is followed by 28 February, and then by 31
 * March, not by the 28th.
 *
 * @param months - counted from the month of `date`; whole, negative for earlier months. Throws outside 1900 to 9999.
 */
export const addMonths = (date: LocalDate, months: number, anchorDay: DayOfMonth): LocalDate => {
  const year = Number(date.slice(0, 4))
  const monthIndex = Number(date.slice(5, 7)) - 1 + months
  const firstOfMonth = dayNumberOf(year, monthIndex, 1)
  const daysInMonth = dayNumberOf(year, monthIndex + 1, 1) - firstOfMonth
  return localDateFromDayNumber(firstOfMonth + Math.min(anchorDay, daysInMonth) - 1)
}

/** Whole days from one date to the other; negative if `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => dayNumber(to) - dayNumber(from)

/** 0 (Sunday) to 6 (Saturday). */
export const weekday = (date: LocalDate): number =>
  (((dayNumber(date) + weekdayOfDayZero) % daysPerWeek) + daysPerWeek) % daysPerWeek // never negative, nor -0

/** 1 to 31. */
export const dayOfMonth = (date: LocalDate): DayOfMonth => DayOfMonth.make(Number(date.slice(8)))

/** Earlier dates first. Years have four digits, so the order of the texts is the order of the days. */
export const LocalDateOrder: EffectOrder.Order<LocalDate> = EffectOrder.String

/** False for the same day. */
export const isBefore = (date: LocalDate, other: LocalDate): boolean => date < other

/** False for the same day. */
export const isAfter = (date: LocalDate, other: LocalDate): boolean => date > other

/** Whole days since 1970-01-01; negative before it. */
export const dayNumber = (date: LocalDate): number => Date.parse(date) / millisecondsPerDay

/** The inverse of `dayNumber`. @param day - whole. Throws outside 1900 to 9999. */
export const localDateFromDayNumber = (day: number): LocalDate => {
  const text = isoDate(day * millisecondsPerDay)
  // A whole number within the years always gives a valid date, so the date need not be parsed again.
  const isSound = Number.isInteger(day) && day >= dayMin && day <= dayMax
  return LocalDate.make(text, { disableChecks: isSound })
}

/** The calendar has no clock changes: a day has 24 hours. */
export const millisecondsPerDay = 86_400_000
const daysPerWeek = 7
const weekdayOfDayZero = 4 // 1970-01-01 was a Thursday
const yearMin = 1900
const dayMin = Date.UTC(yearMin, 0, 1) / millisecondsPerDay
const dayMax = Date.UTC(9_999, 11, 31) / millisecondsPerDay

const refusalOf = (text: string): LocalDateRefusal | undefined => {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(text)) return "format"
  const year = Number(text.slice(0, 4))
  if (year < yearMin) return "year"
  const monthIndex = Number(text.slice(5, 7)) - 1
  const day = Number(text.slice(8))
  // If the day is too large, the date runs over into the next month; if the month is, into the next year.
  const there = new Date(Date.UTC(year, monthIndex, day))
  return there.getUTCMonth() === monthIndex && there.getUTCDate() === day ? undefined : "calendar"
}

/** @param monthIndex - 0 for January; 12 is January of the following year, -1 December of the one before */
const dayNumberOf = (year: number, monthIndex: number, day: number): number =>
  Date.UTC(year, monthIndex, day) / millisecondsPerDay

const isoDate = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString().slice(0, -14)
