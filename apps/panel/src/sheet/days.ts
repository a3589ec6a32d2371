/**
 * Reads the days of a sheet: `10/12/2026`, `10/12/26`, `2026-12-10`, `10/dez/2026`, with or without a time after it.
 */

import { columnName } from "@vintem/domain/batch"
import { type LocalDate, parseLocalDate } from "@vintem/domain/calendar"
import * as Result from "effect/Result"

/** The first of two numbers, the day or the month; `unclear` in a column that proves both. */
export type DayOrder = "day" | "month" | "unclear"

const time = "(?:[ T]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?Z?)?"
const iso = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${time}$`, "u")
const short = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}$`, "u")
const worded = /^(\d{1,2})[º°]?(?: de |[-/. ])([\p{L}]{3,9})\.?(?: de |[-/. ])(\d{4}|\d{2})$/iu

/** The first three letters, in Portuguese and in English. */
const months = [
  "jan",
  "fev feb",
  "mar",
  "abr apr",
  "mai may",
  "jun",
  "jul",
  "ago aug",
  "set sep",
  "out oct",
  "nov",
  "dez dec",
]

/** The order that a column's days prove. By default the day comes first, as everywhere in Brazil. */
export const dayOrderOf = (cells: ReadonlyArray<string>): DayOrder => {
  const pairs = cells.flatMap((cell) => {
    const [, first, , second] = short.exec(cell.trim()) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  const isDayFirst = pairs.some(([first]) => first > 12)
  const isMonthFirst = pairs.some(([, second]) => second > 12)
  if (isDayFirst && isMonthFirst) return "unclear"
  return isMonthFirst ? "month" : "day"
}

/** @returns null if the text is no day. `unclear`: `10/12/2026` in a column that proves both orders. */
export const readDay = (cell: string, order: DayOrder): LocalDate | "unclear" | null => {
  const text = cell.trim()
  const [, year, , month, day] = iso.exec(text) ?? []
  if (year !== undefined) return dateOf(year, month, day)
  const [, dayOfWords, word, yearOfWords] = worded.exec(text) ?? []
  if (word !== undefined) return dateOf(yearOfWords, monthNamed(word), dayOfWords)
  const [, first, , second, yearOfShort] = short.exec(text) ?? []
  if (first === undefined || second === undefined) return null
  const isClear = Number(first) > 12 || Number(second) > 12 || first === second
  if (order === "unclear" && !isClear) return "unclear"
  const isMonthFirst = order === "month" || (order === "unclear" && Number(second) > 12)
  return isMonthFirst ? dateOf(yearOfShort, first, second) : dateOf(yearOfShort, second, first)
}

const monthNamed = (word: string): string => {
  const beginning = columnName(word).slice(0, 3)
  return String(months.findIndex((names) => names.split(" ").includes(beginning)) + 1)
}

const dateOf = (year = "", month = "", day = ""): LocalDate | null => {
  const century = year.length === 2 ? "20" : ""
  return Result.getOrElse(
    parseLocalDate(`${century}${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`),
    () => null,
  )
}

/** True if a cell is a day in either order. */
export const isDay = (cell: string): boolean => readDay(cell, "day") !== null || readDay(cell, "month") !== null

/** True if a cell contains a month or a day, even one without its year or one that does not exist. */
export const isDayLike = (cell: string): boolean =>
  /\d/u.test(cell) &&
  (/\bdia \d|\d\/\d{1,2}\/\d{2}/iu.test(cell) ||
    [cell, ...cell.split(/[\s,()]+|(?<=\d)T/u)].some((part) => waysToDay(part).some(isDay)))

/** Completes a part of a date: `10/12` lacks the year, `12/2026` and `dez/26` lack the day. */
const waysToDay = (part: string): ReadonlyArray<string> =>
  /[\p{L}/-]/u.test(part)
    ? [
        part,
        `${part}/2028`,
        `${part} 2028`,
        `1/${part}`,
        `1 ${part}`,
        part.replace(/^(20\d\d)[-/](\d\d?)$/u, "1/$2/$1"),
      ]
    : [part]
