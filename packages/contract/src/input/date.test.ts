// Dates in requests.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readDate } from "./date.ts"

describe("readDate", () => {
  it("reads an existing day", () => {
    expect(readDate(" 2028-02-29 ")).toEqual(Result.succeed("2028-02-29"))
  })

  it.each(["2026-02-29", "29/02/2028", "2026-1-1", "2026-11-21 10:00:00", "today"])("refuses %j", (input) => {
    expect(readDate(input)).toEqual(Result.fail({ code: "invalid_date" }))
  })
})
