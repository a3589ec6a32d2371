// When a card that was refused is charged again.
import { describe, expect, it } from "vitest"
import { daysAfterRenewal, exampleRenewalAt } from "../../testing/subscription/example-subscription.ts"
import { dunningEnd, retryAfter } from "./dunning.ts"

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
    // Missed retries are not made up for, and a day lies between two charges.
    ["a first retry as late as leaves a day", 2, 3],
    ["a first retry that was later", justAfter(2), 7],
    ["a first retry on the day of the third", 7, null],
    ["a charge on the half of a day", 0.5, 3],
    ["a charge too late for any other", justAfter(6), null],
  ])("after %s, on day %s, is day %s", (_, charged, next) => {
    const expected = next === null ? null : daysAfterRenewal(next)
    expect(retryAfter(exampleRenewalAt, daysAfterRenewal(charged))).toBe(expected)
  })
})

describe("dunningEnd", () => {
  it("is 21 days after the first failure, to the millisecond", () => {
    expect(dunningEnd(exampleRenewalAt)).toBe(exampleRenewalAt + 21 * 86_400_000)
  })
})
