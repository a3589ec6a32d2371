// Guessing is slow: stories of one key, and a bound over every schedule of attempts.
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import {
  countGuess,
  type Guesses,
  type GuessSubject,
  guessMemoryMillis,
  guessPolicies,
  withoutOneGuess,
} from "./guessing.ts"

const policy = { free: 3, waitMillis: 1_000, waitMillisMax: 4_000 }
const isSubject = (name: string): name is GuessSubject => name in guessPolicies
const subjects = Object.keys(guessPolicies).filter(isSubject)
const start = instant(1_000_000)
const count = (past: Guesses | null, at: number) => countGuess(past, "k", instant(start + at), policy)
const counted = (past: Guesses | null, at: number) => Result.getOrThrow(count(past, at))

describe("countGuess", () => {
  it("lets the first attempts pass, then doubles the wait up to its bound", () => {
    let past: Guesses | null = null
    const waits: Array<number> = []
    let at = 0
    for (let attempt = 1; attempt <= 7; attempt++) {
      past = counted(past, at)
      waits.push(past.waitUntil - past.lastAt)
      at = past.waitUntil - start
    }
    expect(waits).toEqual([0, 0, 1_000, 2_000, 4_000, 4_000, 4_000])
  })

  it("refuses until the wait is over, says until when, and counts nothing meanwhile", () => {
    const third = counted(counted(counted(null, 0), 0), 0)
    expect(Result.isFailure(count(third, 999)) && count(third, 999)).toMatchObject({
      failure: { until: start + 1_000 },
    })
    expect(counted(third, 1_000)).toMatchObject({ count: 4 })
  })

  it("begins anew after a day without an attempt", () => {
    const third = counted(counted(counted(null, 0), 0), 0)
    expect(counted(third, guessMemoryMillis - 1)).toMatchObject({ count: 4 })
    expect(counted(third, guessMemoryMillis)).toMatchObject({ count: 1 })
  })

  it("takes a correct attempt back, and keeps the wrong ones", () => {
    const second = counted(counted(null, 0), 5)
    expect(withoutOneGuess(second)).toMatchObject({ count: 1 })
    expect(withoutOneGuess(counted(null, 0))).toBeNull()
    const fourth = counted(counted(second, 6), 1_006)
    expect(withoutOneGuess(fourth)).toMatchObject({ count: 3, waitUntil: start + 1_006 })
  })

  it.each(subjects)("bounded: at an %s, no schedule of attempts gets more through than the waits allow", (name) => {
    const { free, waitMillis, waitMillisMax } = guessPolicies[name]
    const span = 4 * waitMillisMax
    const pauses = fc.array(fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: waitMillisMax })), { maxLength: 300 })
    fc.assert(
      fc.property(pauses, (all) => {
        let past: Guesses | null = null
        let at = 0
        let passed = 0
        for (const pause of [...all, ...Array.from({ length: 100 }, () => 0)]) {
          at += pause
          if (at > span) break
          const judged: Result.Result<Guesses, unknown> = countGuess(
            past,
            "k",
            instant(start + at),
            guessPolicies[name],
          )
          if (Result.isFailure(judged)) continue
          past = judged.success
          passed += 1
        }
        const doublings = Math.ceil(Math.log2(waitMillisMax / waitMillis))
        expect(passed).toBeLessThanOrEqual(free + doublings + span / waitMillisMax + 1)
      }),
      { numRuns: 200 },
    )
  })
})
