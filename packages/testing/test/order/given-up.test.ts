// Which orders are given up, and when money comes too late for one.

import { isGivenUp, type OrderChange, wasPaidLate } from "@vintem/domain/order"
import { attemptReported, attemptStarted, exampleOrder, examplePlaced, orderCanceled } from "@vintem/testing"
import { describe, expect, it } from "vitest"

const started = attemptStarted(1, "credit")
const refused = attemptReported(1, "refused")
const confirmed = attemptReported(1, "confirmed")

describe("an order", () => {
  it.each<readonly [boolean, string, ReadonlyArray<OrderChange>]>([
    [false, "nothing was attempted", []],
    [false, "its only attempt is under way", [started]],
    [true, "its only attempt was refused", [started, refused]],
    [true, "it was canceled", [orderCanceled]],
    [false, "another attempt began after the refusal", [started, refused, attemptStarted(2, "credit")]],
    [false, "money came after the refusal", [started, refused, confirmed]],
  ])("is given up: %s if %s", (isItGivenUp, _, changes) => {
    expect(isGivenUp(exampleOrder(...changes))).toBe(isItGivenUp)
  })

  it.each<readonly [boolean, string, ReadonlyArray<OrderChange>]>([
    [false, "nothing was paid", [refused]],
    [false, "it was paid at once", [confirmed]],
    [true, "it was refused before", [refused, confirmed]],
    [true, "it was canceled before", [attemptReported(1, "open"), orderCanceled, confirmed]],
    [false, "another attempt had begun", [refused, attemptStarted(2, "credit"), confirmed]],
    [true, "further money came later still", [refused, confirmed, confirmed]],
    [false, "it was paid in time, and further money came later", [confirmed, orderCanceled, confirmed]],
  ])("was paid late: %s if %s", (isLate, _, changes) => {
    expect(wasPaidLate([examplePlaced(), started, ...changes])).toBe(isLate)
  })

  it("was not paid late if its log lacks the placing", () => {
    expect(wasPaidLate([started, refused, confirmed])).toBe(false)
  })
})
