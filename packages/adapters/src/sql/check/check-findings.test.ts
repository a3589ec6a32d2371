// Which findings of two readings the check accepts.
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { inBothReadings } from "./check-findings.ts"

describe("the findings that two readings agree on", () => {
  it.effect("are those that both found, in the same form", () =>
    Effect.gen(function* () {
      const inFirst = ["1 is used twice", "2 is used twice", "3 is used twice"].map((text) => ({ text }))
      const inSecond = ["1 is used twice", "2 is used thrice"].map((text) => ({ text }))
      const both = yield* inBothReadings(inFirst, Effect.succeed(inSecond))
      expect(both).toStrictEqual([{ text: "1 is used twice" }])
    }),
  )

  it.effect("are none if the first found none: it does not read again", () =>
    Effect.gen(function* () {
      expect(yield* inBothReadings([], Effect.die("it was read again"))).toStrictEqual([])
    }),
  )
})
