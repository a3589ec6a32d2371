// Time as merchants and payers read it: the wall clock of America/Sao_Paulo.
//
// The offset comes from the IANA database, never from a constant. Brazil has had no summer time since 2019 (Decreto
// 9.772/2019). Before, it was two hours behind UTC in summer, and may be again.
import { Instant, instantMax } from "./instant.ts"
import { dayNumber, LocalDate, millisecondsPerDay } from "./local-date.ts"

/** `YYYY-MM-DD HH:MM:SS`, the only form of a timestamp on the wire. Fractions of a second are cut off. */
export const saoPauloTimestamp = (at: Instant): string => wallClock.format(at)

/**
 * Reads a time as `saoPauloTimestamp` prints it.
 *
 * @returns the first millisecond of that second; the first of the two if that hour came twice; undefined if no clock of
 *   São Paulo ever showed that time, for example in the hour skipped when summer time begins
 */
export const parseSaoPauloTimestamp = (text: string): Instant | undefined => {
  const [date = "", time = ""] = text.split(" ")
  const inUtc = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(inUtc)) return undefined
  const offsets = [-millisecondsPerDay, millisecondsPerDay].map((days) => offsetAt(inUtc + days))
  const found = offsets.map((offset) => inUtc - offset).find((at) => isInstant(at) && wallClock.format(at) === text)
  return found === undefined ? undefined : Instant.make(found)
}

/** The date of an instant. Instant 0 is still 1969-12-31 in São Paulo. */
export const saoPauloDate = (at: Instant): LocalDate => {
  if (at < latest.from || at >= latest.until) {
    const date = LocalDate.make(dateAt(at), { disableChecks: true })
    latest = { date, from: startOfDay(date), until: endOfDayExclusive(date) }
  }
  return latest.date
}

/**
 * The last day that was found. Callers nearly always ask for today, and asking the zone takes longer than comparing.
 */
let latest = { date: LocalDate.make("1970-01-01"), from: 0, until: 0 }

/**
 * The first instant of a day. If summer time began at midnight, that hour did not exist and the day starts at 01:00.
 *
 * Days that begin outside the instants begin at the nearest one: 0 before 1970, the last one after 9999.
 */
export const startOfDay = (date: LocalDate): Instant => startOfDayNumber(dayNumber(date))

/** The first instant of the following day. A day has 23 to 25 hours. */
export const endOfDayExclusive = (date: LocalDate): Instant => startOfDayNumber(dayNumber(date) + 1)

// Building a formatter takes longer than printing thirty timestamps. Swedish writes dates as ISO 8601 does.
const wallClock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
})

/** Days are needed thousands of times, but few different ones: results are kept. */
const known = new Map<number, Instant>()
const knownMax = 1_000

const startOfDayNumber = (day: number): Instant => {
  const hit = known.get(day)
  if (hit !== undefined) return hit
  if (known.size >= knownMax) known.clear()
  const found = findStartOfDay(day)
  known.set(day, found)
  return found
}

const findStartOfDay = (day: number): Instant => {
  const midnightInUtc = day * millisecondsPerDay
  if (midnightInUtc < 0) return Instant.make(0)
  if (midnightInUtc > instantMax) return Instant.make(instantMax)
  // The clocks may change within two days. Each offset has its own midnight, and the day starts at the earlier of the
  // two, unless the clock still shows the evening before at that instant.
  const before = midnightInUtc - offsetAt(midnightInUtc - millisecondsPerDay)
  const after = midnightInUtc - offsetAt(midnightInUtc + millisecondsPerDay)
  const earlier = Math.min(before, after)
  const midnight = new Date(midnightInUtc).toISOString().slice(0, dateLength)
  return Instant.make(dateAt(earlier) === midnight ? earlier : Math.max(before, after))
}

/** How far São Paulo's clocks are ahead of UTC, in milliseconds. Negative, because they are behind. */
const offsetAt = (epochMilliseconds: number): number =>
  Date.parse(`${wallClock.format(epochMilliseconds).replace(" ", "T")}Z`) - epochMilliseconds

const dateAt = (epochMilliseconds: number): string => wallClock.format(epochMilliseconds).slice(0, dateLength)

const isInstant = (epochMilliseconds: number): boolean => epochMilliseconds >= 0 && epochMilliseconds <= instantMax

const dateLength = "YYYY-MM-DD".length
