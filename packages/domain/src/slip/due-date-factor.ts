// The due-date factor: a bank slip's due date in four digits.
//
// It counts days since 1997-10-07. The digits ran out on 2025-02-21; since then it runs in cycles of 9000 days, from
// 1000 to 9999. A factor alone therefore means many dates, 9000 days apart.
//
// Sources: Carta-Circular BCB 2.926/2000; FEBRABAN, manual of the due-date factor, v01 of 2012-06-01.
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { dayNumber, LocalDate, localDateFromDayNumber } from "../calendar/local-date.ts"

/** 1 to 9999. A slip with `0000` has no due date, and so no factor. */
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
 * The date of a factor, if read on the reference date: the one from 3000 days before to 5500 days after, both
 * inclusive.
 *
 * None if no date of the factor lies there, which happens with no current slip: at any time, 499 of the 9000 factors
 * mean no date.
 *
 * @param reference - today, or the day the slip was issued
 */
export const dueDateFromFactor = (factor: DueDateFactor, reference: LocalDate): Option.Option<LocalDate> => {
  const earliest = dayNumber(reference) - daysBefore
  const latest = Math.min(dayNumber(reference) + daysAfter, lastDay)
  // Factors below 1000 are from before the cycles, each used once.
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
