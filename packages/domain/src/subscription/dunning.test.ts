// When a refused card is charged again.
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { dunningEnd, postponedFrom, retryAfter } from "./dunning.ts"

const failedAt = instant(Date.UTC(2026, 3, 2, 3))

const afterDays = (days: number) => instant(failedAt + Math.round(days * 86_400_000))

const justAfter = (days: number) => days + 1 / 86_400_000

describe("retryAfter", () => {
  it.each<readonly [string, number, number | null]>([
    ["the first refusal", 0, 1],
    ["the first retry", 1, 3],
    ["a retry that was a little late", justAfter(1), 3],
    ["the second retry", 3, 7],
    ["the second retry, made as late as leaves a day", 6, 7],
    ["the third retry", 7, null],
    ["a late third retry", 12, null],
    // Missed retries are skipped, and at least a day lies between two charges.
    ["a first retry as late as leaves a day", 2, 3],
    ["a first retry that was later", justAfter(2), 7],
    ["a first retry on the day of the third", 7, null],
    ["a charge on the half of a day", 0.5, 3],
    ["a charge too late for any other", justAfter(6), null],
  ])("after %s, on day %s, is day %s", (_, charged, next) => {
    const expected = next === null ? null : afterDays(next)
    expect(retryAfter(failedAt, afterDays(charged))).toBe(expected)
  })
})

describe("dunningEnd", () => {
  it("is 21 days after the first failure, to the millisecond", () => {
    expect(dunningEnd(failedAt)).toBe(failedAt + 21 * 86_400_000)
  })
})

describe("postponedFrom", () => {
  it.each<readonly [string, number | null, number, readonly [number, number | null]]>([
    // first failure on day 0, next retry on a day, payments resumed on a day: first failure and next retry
    ["a retry that is still to come", 3, 2, [0, 3]],
    ["a retry that falls due now", 3, 3, [0, 3]],
    ["a retry that fell due a day before", 3, 4, [1, 4]],
    ["a first retry that fell due long before the end of dunning was over", 1, 40, [39, 40]],
    ["no retry, and more time than has to be left", null, 10, [0, null]],
    ["no retry, and time enough", null, 14, [0, null]],
    ["no retry, and less than a week left", null, 15, [1, null]],
    ["no retry, and the end of dunning over", null, 100, [86, null]],
  ])("moves %s", (_, nextRetry, resumed, [first, next]) => {
    const failure = { firstAt: failedAt, nextRetryAt: nextRetry === null ? null : afterDays(nextRetry) }
    const after = postponedFrom(failure, afterDays(resumed))
    const nextRetryAt = next === null ? null : afterDays(next)
    expect(after).toEqual({ firstAt: afterDays(first), nextRetryAt })
    expect(postponedFrom(after, afterDays(resumed))).toEqual(after)
    expect(dunningEnd(after.firstAt) - afterDays(resumed)).toBeGreaterThanOrEqual(7 * 86_400_000)
  })
})
