// What the check believes of two readings.
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { inBothReadings } from "./check-findings.ts"

describe("what two readings agree on", () => {
  it.effect("is what both found, as they found it", () =>
    Effect.gen(function* () {
      const inFirst = ["1 is used twice", "2 is used twice", "3 is used twice"].map((text) => ({ text }))
      const inSecond = ["1 is used twice", "2 is used thrice"].map((text) => ({ text }))
      const both = yield* inBothReadings(inFirst, Effect.succeed(inSecond))
      expect(both).toStrictEqual([{ text: "1 is used twice" }])
    }),
  )

  it.effect("is nothing where the first found nothing: it is not read again", () =>
    Effect.gen(function* () {
      expect(yield* inBothReadings([], Effect.die("it was read again"))).toStrictEqual([])
    }),
  )
})
