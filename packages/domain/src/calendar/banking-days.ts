// The days on which Brazilian banks settle. A slip's due date moves to one, and its grace period is counted in them.
//
// National holidays only: on a holiday of a state or a city, banks elsewhere settle. Pix settles every day.
import { easterSunday } from "./easter.ts"
import { addDays, daysBetween, type LocalDate, weekday } from "./local-date.ts"

/**
 * True unless it is a Saturday, a Sunday or a bank holiday. 31 December is a banking day, although branches stay
 * closed.
 *
 * @see Resolução CMN 4.880 of 2020-12-23
 */
export const isBankingDay = (date: LocalDate): boolean => !isWeekend(date) && !isBankHoliday(date)

/** The date itself if it is a banking day, else the first one after it. Throws if that would lie after the year 9999. */
export const nextBankingDay = (date: LocalDate): LocalDate =>
  isBankingDay(date) ? date : nextBankingDay(addDays(date, 1))

/**
 * Adds banking days to a date.
 *
 * If the date is no banking day, it first moves to the next one and the count starts there, as for a due date (Lei
 * 7.089/1983): one banking day after a Saturday is Tuesday.
 *
 * @param count - whole, zero or more. Throws if the day would lie after the year 9999.
 */
export const addBankingDays = (date: LocalDate, count: number): LocalDate => {
  let day = nextBankingDay(date)
  for (let counted = 0; counted < count; counted += 1) day = nextBankingDay(addDays(day, 1))
  return day
}

/** National holidays, Carnival Monday and Tuesday, and Corpus Christi, on whatever day of the week they fall. */
export const isBankHoliday = (date: LocalDate): boolean => {
  const year = Number(date.slice(0, 4))
  return (
    fixedHolidays.some(({ monthDay, since }) => date.endsWith(monthDay) && year >= since) ||
    movableHolidays.includes(daysBetween(easterSunday(year), date))
  )
}

const isWeekend = (date: LocalDate): boolean => weekday(date) === sunday || weekday(date) === saturday

const sunday = 0
const saturday = 6

/** `since` is the first year with the holiday; 0 if it is older than any slip that matters here. */
const fixedHolidays = [
  { monthDay: "-01-01", since: 0 }, // Confraternização Universal
  { monthDay: "-04-21", since: 0 }, // Tiradentes
  { monthDay: "-05-01", since: 0 }, // Dia do Trabalho
  { monthDay: "-09-07", since: 0 }, // Independência
  { monthDay: "-10-12", since: 0 }, // Nossa Senhora Aparecida
  { monthDay: "-11-02", since: 0 }, // Finados
  { monthDay: "-11-15", since: 0 }, // Proclamação da República
  { monthDay: "-11-20", since: 2024 }, // Zumbi e Consciência Negra, Lei 14.759/2023
  { monthDay: "-12-25", since: 0 }, // Natal
] as const

/** In days from Easter Sunday: Carnival Monday, Carnival Tuesday, Good Friday, Corpus Christi. */
const movableHolidays: ReadonlyArray<number> = [-48, -47, -2, 60]
