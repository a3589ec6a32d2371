import { describe, expect, it } from "vitest"
import { codePointLength } from "./code-point-length.ts"

describe("codePointLength", () => {
  it.each([
    ["", 0],
    ["José", 4],
    ["\uFFFF", 1],
    ["\uFFFFa", 2],
    ["\u{10000}", 1],
    ["🙂", 1],
    ["👩‍👩‍👧", 5],
  ])("for %j is %i", (text, length) => {
    expect(codePointLength(text)).toBe(length)
  })
})
