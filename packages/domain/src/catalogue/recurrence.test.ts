// How often a subscription may be charged.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Recurrence, recurrenceCountMax } from "./recurrence.ts"

const isRecurrence = Schema.is(Recurrence)

describe("Recurrence", () => {
  it.each(["day", "week", "month", "year"] as const)("bounds the count of every %s", (every) => {
    const max = recurrenceCountMax[every]
    expect([0, 1, max, max + 1, 1.5].map((count) => isRecurrence({ every, count, cycles: null }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it("bounds the cycles, or allows any number", () => {
    const judged = [0, 1, 999, 1_000, null].map((cycles) => isRecurrence({ every: "month", count: 1, cycles }))
    expect(judged).toEqual([false, true, true, false, true])
  })
})
