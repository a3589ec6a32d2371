import { LocalDate } from "@vintem/domain/calendar"
import { describe, expect, it } from "vitest"
import { daysAsked, queryFor, rangeIn } from "./overview-range.ts"

const today = LocalDate.make("2026-11-24")

describe("the days of the overview", () => {
  it.each([
    [{}, { days: 30 }],
    [{ range: "7" }, { days: 7 }],
    [{ range: "90" }, { days: 90 }],
    [{ range: "8" }, { days: 30 }],
    [{ range: "month" }, { period: "month" }],
    [
      { from: "2026-01-01", to: "2026-01-31" },
      { from: "2026-01-01", to: "2026-01-31" },
    ],
    [
      { from: "2024-01-01", to: "2024-12-31", range: "7" },
      { from: "2024-01-01", to: "2024-12-31" },
    ],
    [{ from: "2024-01-01", to: "2025-01-01" }, { days: 30 }],
    [{ from: "2026-02-01", to: "2026-01-31" }, { days: 30 }],
    [{ from: "2026-02-30", to: "2026-03-31" }, { days: 30 }],
    [{ from: "2026-02-01" }, { days: 30 }],
  ])("for the address %j are %j", (query, asked) => {
    expect(daysAsked(rangeIn(query))).toEqual(asked)
  })

  it("are in an address that selects them again", () => {
    for (const range of [rangeIn({ range: "7" }), rangeIn({ range: "month" }), rangeIn({ from: today, to: today })]) {
      expect(rangeIn(queryFor(range))).toEqual(range)
    }
  })
})
