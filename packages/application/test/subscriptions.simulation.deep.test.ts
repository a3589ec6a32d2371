/** More subscribers than any page, batch or time-out of the work holds. */
import { describe, expect, it } from "vitest"
import { days, life } from "./subscriber-lives.ts"

describe("four hundred days", () => {
  it("of two thousand subscribers, passed at once, forget nobody and charge nobody twice", async () => {
    const atOnce = await life(2_000, { chunk: days, step: days })
    expect(atOnce.filter(({ status }) => status === "active").length).toBeGreaterThan(400)
    expect(new Set(atOnce.map(({ canceled }) => canceled))).toEqual(new Set([null, "dunning", "cycles"]))
  })
})
