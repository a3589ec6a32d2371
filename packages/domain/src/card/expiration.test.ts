import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { LocalDate } from "../calendar/local-date.ts"
import { CardExpiration, isCardExpired, parseCardExpiration } from "./expiration.ts"

describe("parseCardExpiration", () => {
  it.each(["01/2000", "11/2030", "12/2099"])("accepts %s", (input) => {
    expect(parseCardExpiration(input)).toEqual(Result.succeed(input))
  })

  it.each([
    "",
    "12/26",
    "00/2026",
    "13/2026",
    "1/2026",
    "2026-12",
    "12/1999",
    "12/2100",
    "12-2026",
    " 12/2026",
    "12/2026\n",
  ])("refuses the form of %j", (input) => {
    expect(Result.isFailure(parseCardExpiration(input))).toBe(true)
  })
})

describe("isCardExpired", () => {
  it.each([
    ["11/2026", "2026-11-01", false],
    ["11/2026", "2026-11-30", false],
    ["11/2026", "2026-12-01", true],
    ["12/2026", "2026-11-30", false],
    ["12/2026", "2026-12-31", false],
    ["12/2026", "2027-01-01", true],
    ["01/2027", "2026-12-31", false],
    ["02/2028", "2028-02-29", false],
    ["12/2025", "2026-01-01", true],
    ["12/2099", "2100-01-01", true],
  ])("says of %s on %s: %j", (expiration, today, expired) => {
    expect(isCardExpired(CardExpiration.make(expiration), LocalDate.make(today))).toBe(expired)
  })
})
