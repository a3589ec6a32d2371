// The end and the beginning of a period.
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readBeginning, readDeadline } from "./deadline.ts"

describe("readDeadline", () => {
  it.each([
    ["2026-12-31", "2027-01-01T02:59:59.999Z"],
    ["2026-12-31 18:00:00", "2026-12-31T21:00:00.999Z"],
    [" 2026-12-31T18:00:00 ", "2026-12-31T21:00:00.999Z"],
    ["2026-12-31T18:00:00Z", "2026-12-31T18:00:00.999Z"],
    ["2026-12-31T18:00:00.123456-05:00", "2026-12-31T23:00:00.999Z"],
    ["9999-12-31", "9999-12-31T23:59:59.998Z"],
  ])("for %j reads %s", (text, last) => {
    expect(readDeadline(text)).toEqual(Result.succeed(Date.parse(last)))
  })

  it.each([
    ["2026-02-30"],
    ["2026-02-30 10:00:00"],
    ["2026-02-30T10:00:00Z"],
    ["2026-12-31 24:00:00"],
    ["2026-12-31 10:60:00"],
    ["2026-12-31 10:00"],
    ["31/12/2026"],
    ["2026-12-31T10:00:00+25:00"],
    ["1900-01-01T10:00:00Z"],
    ["tomorrow"],
  ])("does not read %j", (text) => {
    expect(readDeadline(text)).toEqual(Result.fail({ code: "invalid_time" }))
  })

  it("reads a string only", () => {
    expect(readDeadline(1_798_761_600)).toEqual(Result.fail({ code: "wrong_type", expected: "string" }))
  })

  it("reads its own output", () => {
    const first = Result.getOrThrow(readDeadline("2026-12-31"))
    expect(saoPauloTimestamp(first)).toBe("2026-12-31 23:59:59")
    expect(readDeadline(saoPauloTimestamp(first))).toEqual(Result.succeed(first))
  })
})

describe("readBeginning", () => {
  it.each([
    ["2026-12-31", "2026-12-31T03:00:00.000Z"],
    [" 2026-12-31T18:00:00 ", "2026-12-31T21:00:00.000Z"],
    ["2026-12-31T18:00:00.123456-05:00", "2026-12-31T23:00:00.000Z"],
    ["1900-01-01", "1970-01-01T00:00:00.000Z"],
  ])("for %j reads %s", (text, first) => {
    expect(readBeginning(text)).toEqual(Result.succeed(Date.parse(first)))
  })

  it.each([["2026-02-30"], ["yesterday"]])("does not read %j", (text) => {
    expect(readBeginning(text)).toEqual(Result.fail({ code: "invalid_time" }))
  })
})
