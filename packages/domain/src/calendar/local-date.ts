// Calendar dates without a time of day: due dates, the paid period of a subscription, the last day of a payment link.
//
// All arithmetic runs on day numbers counted in UTC. The zone of the machine never enters: around a change of clocks a
// difference of local midnights is one hour short of a whole day, and rounds to the wrong date.

import * as Data from "effect/Data"
import * as EffectOrder from "effect/Order"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Why a text is no date. If several reasons hold, the first is given. */
export const LocalDateRefusal = Schema.Literals(["format", "year", "calendar"])
export type LocalDateRefusal = typeof LocalDateRefusal.Type

/**
 * The text names no day; the caller can correct it.
 *
 * `format`: not `YYYY-MM-DD`. `year`: before 1900. `calendar`: a day that no month has, 30 February for one.
 */
export class LocalDateRefused extends Data.TaggedClass("LocalDateRefused")<{
  readonly reason: LocalDateRefusal
}> {}

/** `YYYY-MM-DD`, a day that exists, from 1900-01-01 to 9999-12-31. */
export const LocalDate = Schema.String.check(
  Schema.makeFilter((text: string) => refusalOf(text) === undefined, { expected: "a date as YYYY-MM-DD" }),
).pipe(Schema.brand("LocalDate"))
export type LocalDate = typeof LocalDate.Type

/** A day of the month, 1 to 31. A monthly subscription keeps the one it began on as its anchor. */
export const DayOfMonth = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 })).pipe(
  Schema.brand("DayOfMonth"),
)
export type DayOfMonth = typeof DayOfMonth.Type

/** Reads a date as ISO 8601 writes it, `YYYY-MM-DD`, from 1900 on. */
export const parseLocalDate = (input: string): Result.Result<LocalDate, LocalDateRefused> => {
  const reason = refusalOf(input)
  return reason === undefined
    ? Result.succeed(LocalDate.make(input, { disableChecks: true }))
    : Result.fail(new LocalDateRefused({ reason }))
}

/**
 * The date so many days later.
 *
 * @param days - whole; negative for earlier. Throws if the result lies outside 1900 to 9999.
 */
export const addDays = (date: LocalDate, days: number): LocalDate => localDateFromDayNumber(dayNumber(date) + days)

/**
 * The anchor day of another month, or the last day of that month if it is too short for the anchor.
 *
 * The anchor comes from outside because the date may have lost it: 31 January is followed by 28 February, and that by
 * 31 March, not by the 28th.
 *
 * @param months - counted from the month of `date`; whole, negative for earlier. Throws outside 1900 to 9999.
 */
export const addMonths = (date: LocalDate, months: number, anchorDay: DayOfMonth): LocalDate => {
  const year = Number(date.slice(0, 4))
  const monthIndex = Number(date.slice(5, 7)) - 1 + months
  const firstOfMonth = dayNumberOf(year, monthIndex, 1)
  const daysInMonth = dayNumberOf(year, monthIndex + 1, 1) - firstOfMonth
  return localDateFromDayNumber(firstOfMonth + Math.min(anchorDay, daysInMonth) - 1)
}

/** Whole days from one date to the other; negative if `to` is the earlier one. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => dayNumber(to) - dayNumber(from)

/** 0 for Sunday to 6 for Saturday. */
export const weekday = (date: LocalDate): number =>
  (((dayNumber(date) + weekdayOfDayZero) % daysPerWeek) + daysPerWeek) % daysPerWeek // never below 0, nor -0

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

/** The way back from `dayNumber`. @param day - whole. Throws outside 1900 to 9999. */
export const localDateFromDayNumber = (day: number): LocalDate => {
  const text = isoDate(day * millisecondsPerDay)
  // A number that is whole and within the years has no other way to be wrong: reading its date again would find the same one.
  const isSound = Number.isInteger(day) && day >= dayMin && day <= dayMax
  return LocalDate.make(text, { disableChecks: isSound })
}

/** A day has 24 hours in a calendar without clock changes. */
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
  // A day too many runs over into the next month, and a month too many into the next year.
  const there = new Date(Date.UTC(year, monthIndex, day))
  return there.getUTCMonth() === monthIndex && there.getUTCDate() === day ? undefined : "calendar"
}

/** @param monthIndex - 0 for January; 12 is January of the following year, -1 December of the one before */
const dayNumberOf = (year: number, monthIndex: number, day: number): number =>
  Date.UTC(year, monthIndex, day) / millisecondsPerDay

const isoDate = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString().slice(0, -14)
