/**
 * Which days the overview shows, as its address says it: so many up to today, the month, or days of one's own.
 */
import { daysBetween, LocalDate } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"

/** Ranges that end today. What today is the service says, whose clock may be another than the browser's. */
export const dayRanges = [7, 30, 90] as const
type DayRange = (typeof dayRanges)[number]

/** A range as it is chosen. */
export type OverviewRange =
  | { readonly _tag: "days"; readonly days: DayRange }
  | { readonly _tag: "month" }
  | { readonly _tag: "own"; readonly from: LocalDate; readonly to: LocalDate }

/** Most days that the service shows at once. */
const daysMax = 366

/** What makes no sense in an address is taken for the thirty days that are shown if it says nothing. */
export const rangeIn = (query: Readonly<Record<string, string>>): OverviewRange => {
  const { from, range, to } = query
  if (isDate(from) && isDate(to) && from <= to && daysBetween(from, to) < daysMax) return { _tag: "own", from, to }
  if (range === "month") return { _tag: "month" }
  return { _tag: "days", days: dayRanges.find((days) => String(days) === range) ?? 30 }
}

/** What of an address says which range is shown. */
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

/** Which days are asked for: what today is, and so which month it is, the service says. */
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
