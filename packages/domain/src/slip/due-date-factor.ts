// The due-date factor: how a bank slip writes its due date in four digits.
//
// Days since 1997-10-07, which ran out of digits on 2025-02-21 and have run in circles of 9000 days, from 1000 to 9999,
// ever since. A factor alone therefore names many dates, 9000 days apart.
//
// Sources: Carta-Circular BCB 2.926/2000; FEBRABAN, manual of the due-date factor, v01 of 2012-06-01.
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { dayNumber, LocalDate, localDateFromDayNumber } from "../calendar/local-date.ts"

/** 1 to 9999. A slip that prints `0000` has no due date, and so no factor. */
export const DueDateFactor = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999 })).pipe(
  Schema.brand("DueDateFactor"),
)
export type DueDateFactor = typeof DueDateFactor.Type

/** None up to 1997-10-07, when the count began. */
export const dueDateFactor = (dueDate: LocalDate): Option.Option<DueDateFactor> => {
  const days = dayNumber(dueDate) - baseDay
  if (days < 1) return Option.none()
  return Option.some(DueDateFactor.make(days < cycleStart ? days : ((days - cycleStart) % cycleDays) + cycleStart))
}

/**
 * The date a factor means when it is read on the reference date: of all its dates the one from 3000 days
 * before to 5500 days after, both inclusive.
 *
 * None if all of them lie outside, which no current slip does: at any time 499 of the 9000 factors stand for no date.
 *
 * @param reference - today, or the day the slip was issued
 */
export const dueDateFromFactor = (factor: DueDateFactor, reference: LocalDate): Option.Option<LocalDate> => {
  const earliest = dayNumber(reference) - daysBefore
  const latest = Math.min(dayNumber(reference) + daysAfter, lastDay)
  // Factors below 1000 came before the circles, each of them once.
  const cycles = factor < cycleStart ? 0 : Math.max(0, Math.ceil((earliest - baseDay - factor) / cycleDays))
  const day = baseDay + factor + cycles * cycleDays
  return day >= earliest && day <= latest ? Option.some(localDateFromDayNumber(day)) : Option.none()
}

const baseDay = dayNumber(LocalDate.make("1997-10-07"))
const lastDay = dayNumber(LocalDate.make("9999-12-31"))
const cycleStart = 1_000
const cycleDays = 9_000
const daysBefore = 3_000
const daysAfter = 5_500
