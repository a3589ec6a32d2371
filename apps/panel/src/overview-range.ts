/** The days that the overview shows, by its address: the last days up to today, the month, or chosen days. */
import { daysBetween, LocalDate } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"

/** Ranges that end today. The service says what today is: its clock may differ from the browser's. */
export const dayRanges = [7, 30, 90] as const
type DayRange = (typeof dayRanges)[number]

/** A range that the user chose. */
export type OverviewRange =
  | { readonly _tag: "days"; readonly days: DayRange }
  | { readonly _tag: "month" }
  | { readonly _tag: "own"; readonly from: LocalDate; readonly to: LocalDate }

/** The most days that the service shows at once. */
const daysMax = 366

/** An invalid range becomes the thirty days that are the default. */
export const rangeIn = (query: Readonly<Record<string, string>>): OverviewRange => {
  const { from, range, to } = query
  if (isDate(from) && isDate(to) && from <= to && daysBetween(from, to) < daysMax) return { _tag: "own", from, to }
  if (range === "month") return { _tag: "month" }
  return { _tag: "days", days: dayRanges.find((days) => String(days) === range) ?? 30 }
}

/** The address parameters of a range. */
export const queryFor = (range: OverviewRange): Readonly<Record<string, string>> => {
  switch (range._tag) {
    case "days":
      return { range: String(range.days) }
    case "month":
      return { range: "month" }
    case "own":
      return { from: range.from, to: range.to }
  }
}

/** The days to request. The service fills in today, and so the month. */
export const daysAsked = (
  range: OverviewRange,
): { readonly days?: number; readonly period?: "month"; readonly from?: LocalDate; readonly to?: LocalDate } => {
  switch (range._tag) {
    case "days":
      return { days: range.days }
    case "month":
      return { period: "month" }
    case "own":
      return { from: range.from, to: range.to }
  }
}

const isDate = Schema.is(LocalDate)
