// Easter Sunday. Brazil's movable holidays are counted from it.
import { LocalDate } from "./local-date.ts"

/**
 * Gregorian Easter, by the anonymous algorithm in Meeus's book.
 *
 * The letters are his: `a` is the year's place in the moon's cycle of 19 years, `h` leads to the full moon, `l` to the
 * Sunday after it.
 *
 * @param year - 1900 to 9999
 * @see Jean Meeus, Astronomical Algorithms, chapter 8
 */
export const easterSunday = (year: number): LocalDate => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const monthAndDay = h + l - 7 * m + 114
  const month = Math.floor(monthAndDay / 31)
  const day = (monthAndDay % 31) + 1
  return LocalDate.make(`${year}-${twoDigits(month)}-${twoDigits(day)}`)
}

const twoDigits = (value: number): string => String(value).padStart(2, "0")
