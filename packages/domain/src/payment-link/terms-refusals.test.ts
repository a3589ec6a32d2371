import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { addDays, LocalDate } from "../calendar/local-date.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import { isExpiryAccepted, isExpiryPassed } from "./terms-refusals.ts"

const day = (text: string) => LocalDate.make(text)
/** 23:30 on 19 November in São Paulo. */
const lateEvening = instant(Date.parse("2026-11-20T02:30:00Z"))

describe("the last day of a link", () => {
  it.each([
    ["2026-11-18", true],
    ["2026-11-19", false],
    ["2026-11-20", false],
  ])("is over for %s in the evening of the 19th: %s", (text, isPassed) => {
    expect(isExpiryPassed(day(text), lateEvening)).toBe(isPassed)
  })

  it("is never over if there is none", () => {
    expect(isExpiryPassed(null, lateEvening)).toBe(false)
  })

  it("may stay a past day, but may not become one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Date.parse("2090-01-01") }),
        fc.option(fc.integer({ min: -800, max: 800 })),
        fc.option(fc.integer({ min: -800, max: 800 })),
        (millis, given, before) => {
          const at = instant(millis)
          const dateOf = (days: number | null) => (days === null ? null : addDays(saoPauloDate(at), days))
          const isAccepted = given === before || given === null || given >= 0
          expect(isExpiryAccepted(dateOf(given), dateOf(before), at)).toBe(isAccepted)
          expect(isExpiryAccepted(dateOf(given), dateOf(given), at)).toBe(true)
        },
      ),
    )
  })
})
