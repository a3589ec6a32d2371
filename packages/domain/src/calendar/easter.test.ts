import { describe, expect, it } from "vitest"
import { easterSunday } from "./easter.ts"
import { weekday } from "./local-date.ts"

describe("easterSunday", () => {
  it.each([
    [1954, "1954-04-18"], // the year in which Gauss's simpler rule fails
    [1961, "1961-04-02"],
    [1981, "1981-04-19"],
    [2000, "2000-04-23"],
    [2008, "2008-03-23"],
    [2026, "2026-04-05"],
    [2027, "2027-03-28"],
    [2028, "2028-04-16"],
    [2038, "2038-04-25"], // the latest possible
    [2285, "2285-03-22"], // the earliest possible
  ])("for %i is %s", (year, date) => {
    expect(easterSunday(year)).toBe(date)
  })

  it("is a Sunday from 22 March to 25 April, in every year", () => {
    for (let year = 1900; year <= 9999; year += 1) {
      const easter = easterSunday(year)
      if (weekday(easter) !== 0 || easter < `${year}-03-22` || easter > `${year}-04-25`) expect.fail(easter)
    }
  })
})
