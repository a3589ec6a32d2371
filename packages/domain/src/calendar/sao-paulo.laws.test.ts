import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { instant, instantMax } from "./instant.ts"
import { addDays, LocalDate } from "./local-date.ts"
import { endOfDayExclusive, parseSaoPauloTimestamp, saoPauloDate, saoPauloTimestamp, startOfDay } from "./sao-paulo.ts"

const instants = fc.integer({ min: 0, max: instantMax - 1 }).map(instant)

describe("days in São Paulo", () => {
  it("membership: every instant is within its own day", () => {
    fc.assert(
      fc.property(instants, (at) => {
        const day = saoPauloDate(at)
        expect(startOfDay(day)).toBeLessThanOrEqual(at)
        expect(endOfDayExclusive(day)).toBeGreaterThan(at)
      }),
    )
  })

  it("partition: from 1970 to 2040 each day ends where the next begins, and not a millisecond later", () => {
    const broken: Array<string> = []
    let day = LocalDate.make("1970-01-01")
    for (; day < "2041-01-01"; day = addDays(day, 1)) {
      const start = startOfDay(day)
      const holds =
        saoPauloDate(start) === day &&
        saoPauloDate(instant(start - 1)) === addDays(day, -1) &&
        endOfDayExclusive(addDays(day, -1)) === start
      if (!holds) broken.push(day)
    }
    expect(broken).toEqual([])
  })

  it("round trip: a printed timestamp is read back, and prints the same", () => {
    fc.assert(
      fc.property(instants, (at) => {
        const printed = saoPauloTimestamp(at)
        const read = parseSaoPauloTimestamp(printed)
        expect(read === undefined ? undefined : saoPauloTimestamp(read)).toBe(printed)
        expect(read).toBeLessThanOrEqual(at)
      }),
    )
  })

  it("one clock: the date is the head of the timestamp", () => {
    fc.assert(
      fc.property(instants, (at) => {
        expect(saoPauloTimestamp(at)).toMatch(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/u)
        expect(saoPauloTimestamp(at).slice(0, 10)).toBe(saoPauloDate(at))
      }),
    )
  })
})
