// Time as merchants and payers read it: the wall clock of America/Sao_Paulo.
//
// The zone is asked of the IANA database, never written down as a constant. Brazil has had no summer time since 2019
// (Decreto 9.772/2019), before that it was two hours behind UTC in summer, and it may be so again.
import { Instant, instantMax } from "./instant.ts"
import { dayNumber, LocalDate, millisecondsPerDay } from "./local-date.ts"

/** `YYYY-MM-DD HH:MM:SS`, the only form of a timestamp on the wire; fractions of a second are cut off. */
export const saoPauloTimestamp = (at: Instant): string => wallClock.format(at)

/**
 * Reads a time as `saoPauloTimestamp` prints it.
 *
 * @returns the first millisecond of that second; undefined if no clock of São Paulo ever showed such a time, the hour left out
 * at the beginning of summer time among them. Of an hour that came twice, the first one.
 */
export const parseSaoPauloTimestamp = (text: string): Instant | undefined => {
  const [date = "", time = ""] = text.split(" ")
  const inUtc = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(inUtc)) return undefined
  const offsets = [-millisecondsPerDay, millisecondsPerDay].map((days) => offsetAt(inUtc + days))
  const found = offsets.map((offset) => inUtc - offset).find((at) => isInstant(at) && wallClock.format(at) === text)
  return found === undefined ? undefined : Instant.make(found)
}

/** The date on which an instant falls. Instant 0 is still 1969-12-31 in São Paulo. */
export const saoPauloDate = (at: Instant): LocalDate => {
  if (at < latest.from || at >= latest.until) {
    const date = LocalDate.make(dateAt(at), { disableChecks: true })
    latest = { date, from: startOfDay(date), until: endOfDayExclusive(date) }
  }
  return latest.date
}

/** The day that was found last: nearly always it is today that is asked for, and asking the zone takes longer than to compare. */
let latest = { date: LocalDate.make("1970-01-01"), from: 0, until: 0 }

/**
 * The first instant of a day. If summer time began at midnight, that hour did not exist and the day starts at 01:00.
 *
 * Days that begin outside the instants begin at the nearest one: 0 before 1970, the last one after 9999.
 */
export const startOfDay = (date: LocalDate): Instant => startOfDayNumber(dayNumber(date))

/** The first instant of the following day. A day is all that lies between, 23 to 25 hours of it. */
export const endOfDayExclusive = (date: LocalDate): Instant => startOfDayNumber(dayNumber(date) + 1)

// Building a formatter takes longer than printing thirty timestamps. Swedish writes dates as ISO 8601 does.
const wallClock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
})

/** Days are asked for by the thousand, and few of them: what a charge on one day found, the next finds again. */
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
  // Two days apart the clocks may have been changed in between. Each offset has its own midnight, and the day starts at
  // the earlier of the two, unless the evening before is still on the clock then.
  const before = midnightInUtc - offsetAt(midnightInUtc - millisecondsPerDay)
  const after = midnightInUtc - offsetAt(midnightInUtc + millisecondsPerDay)
  const earlier = Math.min(before, after)
  const midnight = new Date(midnightInUtc).toISOString().slice(0, dateLength)
  return Instant.make(dateAt(earlier) === midnight ? earlier : Math.max(before, after))
}

/** What the clocks of São Paulo are ahead of UTC, in milliseconds; negative, since they are behind. */
const offsetAt = (epochMilliseconds: number): number =>
  Date.parse(`${wallClock.format(epochMilliseconds).replace(" ", "T")}Z`) - epochMilliseconds

const dateAt = (epochMilliseconds: number): string => wallClock.format(epochMilliseconds).slice(0, dateLength)

const isInstant = (epochMilliseconds: number): boolean => epochMilliseconds >= 0 && epochMilliseconds <= instantMax

const dateLength = "YYYY-MM-DD".length
