import { describe, expect, it } from "vitest"
import { readRetryAfter } from "./retry-after.ts"

const now = Date.UTC(2026, 10, 6, 8, 49, 37)
const yearMillis = 31_536_000_000

describe("readRetryAfter", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    ["007", 7_000],
    ["Fri, 06 Nov 2026 08:51:37 GMT", 120_000],
    ["Friday, 06-Nov-26 08:49:38 GMT", 1_000],
    ["Fri, 06 Nov 2026 08:49:36 GMT", 0],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["9".repeat(400), yearMillis],
    ["Fri, 06 Nov 3026 08:49:37 GMT", yearMillis],
  ])("reads %s as %i ms", (text, millis) => {
    expect(readRetryAfter(text, now)).toBe(millis)
  })

  it.each([
    "",
    "-1",
    "1.5",
    "1e3",
    "0x10",
    "soon",
    "2026 GMT",
    "2026-11-06T08:51:37Z",
    "Fri, 99 Nov 2026 08:51:37 GMT",
  ])("ignores %j", (text) => {
    expect(readRetryAfter(text, now)).toBeNull()
  })
})
