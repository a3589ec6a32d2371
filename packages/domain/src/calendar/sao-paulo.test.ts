import { describe, expect, it } from "vitest"
import { type Instant, instant, instantMax } from "./instant.ts"
import { LocalDate } from "./local-date.ts"
import { endOfDayExclusive, parseSaoPauloTimestamp, saoPauloDate, saoPauloTimestamp, startOfDay } from "./sao-paulo.ts"

const at = (iso: string) => instant(Date.parse(iso))
const date = (text: string) => LocalDate.make(text)
const iso = (moment: Instant) => new Date(moment).toISOString()

describe("saoPauloTimestamp", () => {
  it.each([
    ["2019-02-16T12:00:00Z", "2019-02-16 10:00:00"], // the last day of the last summer time
    ["2019-02-17T12:00:00Z", "2019-02-17 09:00:00"],
    ["2026-11-21T15:04:05.999Z", "2026-11-21 12:04:05"],
    ["2026-11-21T03:00:00Z", "2026-11-21 00:00:00"],
    ["2026-11-21T02:59:59Z", "2026-11-20 23:59:59"],
    ["1970-01-01T00:00:00Z", "1969-12-31 21:00:00"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31 20:59:59"],
  ])("prints %s as %s", (utc, wallClock) => {
    expect(saoPauloTimestamp(at(utc))).toBe(wallClock)
  })
})

describe("parseSaoPauloTimestamp", () => {
  it.each([
    ["2026-11-21 12:04:05", "2026-11-21T15:04:05.000Z"],
    ["2019-01-01 00:00:00", "2019-01-01T02:00:00.000Z"], // two hours behind UTC that summer
    ["2018-11-04 01:00:00", "2018-11-04T03:00:00.000Z"], // the first second of that day
    ["2019-02-16 23:30:00", "2019-02-17T01:30:00.000Z"], // the second time this hour came
    ["1969-12-31 21:00:00", "1970-01-01T00:00:00.000Z"],
    ["9999-12-31 20:59:59", "9999-12-31T23:59:59.000Z"],
  ])("reads %s as %s", (wallClock, utc) => {
    expect(parseSaoPauloTimestamp(wallClock)).toBe(Date.parse(utc))
  })

  it.each([
    "2018-11-04 00:30:00", // no clock showed this time
    "2026-02-30 10:00:00",
    "2026-11-21 24:00:00",
    "2026-11-21 10:00",
    "2026-11-21",
    "2026-11-21T10:00:00",
    "2026-11-21 10:00:00 ",
    "1969-12-31 20:59:59",
    "9999-12-31 21:00:00",
    "",
  ])("does not read %j", (text) => {
    expect(parseSaoPauloTimestamp(text)).toBeUndefined()
  })
})

describe("saoPauloDate", () => {
  it.each([
    ["2026-12-01T02:59:59.999Z", "2026-11-30"],
    ["2026-12-01T03:00:00.000Z", "2026-12-01"],
    ["2019-01-01T01:59:59.999Z", "2018-12-31"], // two hours behind UTC that summer
    ["2019-01-01T02:00:00.000Z", "2019-01-01"],
  ])("for %s is %s", (utc, day) => {
    expect(saoPauloDate(at(utc))).toBe(day)
  })
})

describe("a day", () => {
  it.each([
    ["2026-11-21", "2026-11-21T03:00:00.000Z", 24],
    ["2018-11-03", "2018-11-03T03:00:00.000Z", 24],
    ["2018-11-04", "2018-11-04T03:00:00.000Z", 23], // 00:00 did not exist: it begins at 01:00
    ["2018-11-05", "2018-11-05T02:00:00.000Z", 24],
    ["2019-02-16", "2019-02-16T02:00:00.000Z", 25], // 23:00 came twice
    ["2019-02-17", "2019-02-17T03:00:00.000Z", 24],
  ])("%s begins at %s and has %i hours", (text, start, hours) => {
    expect(iso(startOfDay(date(text)))).toBe(start)
    expect((endOfDayExclusive(date(text)) - startOfDay(date(text))) / 3_600_000).toBe(hours)
  })

  it("before the first instant begins and ends there", () => {
    expect(startOfDay(date("1900-01-01"))).toBe(0)
    expect(endOfDayExclusive(date("1969-12-30"))).toBe(0)
    expect(startOfDay(date("1969-12-31"))).toBe(0)
    expect(iso(endOfDayExclusive(date("1969-12-31")))).toBe("1970-01-01T03:00:00.000Z")
  })

  it("ends with the last instant, if it is the last of all days", () => {
    expect(iso(startOfDay(date("9999-12-31")))).toBe("9999-12-31T03:00:00.000Z")
    expect(endOfDayExclusive(date("9999-12-31"))).toBe(instantMax)
  })
})

describe("Instant", () => {
  it.each([-1, 0.5, Number.NaN, instantMax + 1])("cannot be %d", (milliseconds) => {
    expect(() => instant(milliseconds)).toThrow()
  })
})
