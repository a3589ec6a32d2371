// Lists that grow while a page of them is read.
import { describe, expect, it } from "vitest"
import { totalWith } from "./page.ts"

describe("the total of a page", () => {
  it.each([
    ["what was counted", 40, 15, 15, 40],
    ["no less than what is shown on the first page", 24, 0, 25, 25],
    ["no less than what is shown up to a later one", 16, 15, 2, 17],
    ["what was counted where less is left", 40, 30, 3, 40],
  ])("is %s", (_, counted, offset, shown, total) => {
    expect(totalWith(counted, offset, Array(shown).fill(0))).toBe(total)
  })
})
