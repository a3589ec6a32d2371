// When the periods of a subscription begin and end.

import { dayNumber, LocalDate, localDateFromDayNumber, startOfDay } from "@vintem/domain/calendar"
import type { RecurrenceUnit } from "@vintem/domain/catalogue"
import { furtherPeriodsDue, isPaidUp, paidPeriodOf, startOfPeriod, whatIsDue } from "@vintem/domain/subscription"
import {
  exampleSubscription,
  recurrences,
  renewalOpened,
  renewalPaid,
  startOfPeriodDayByDay,
  subscriptionCanceled,
} from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const date = (text: string) => LocalDate.make(text)

const startsOf = (anchor: string, every: RecurrenceUnit, count: number, periods: ReadonlyArray<number>) =>
  periods.map((period) => startOfPeriod({ anchor: date(anchor), recurrence: { every, count, cycles: null } }, period))

describe("startOfPeriod", () => {
  it.each<readonly [string, string, RecurrenceUnit, number, ReadonlyArray<string>]>([
    [
      "a month keeps the 31st",
      "2026-01-31",
      "month",
      1,
      ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"],
    ],
    ["in a leap year as well", "2028-01-31", "month", 1, ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]],
    ["a month keeps the 29th", "2027-01-29", "month", 1, ["2027-01-29", "2027-02-28", "2027-03-29"]],
    ["a quarter keeps the 30th", "2025-11-30", "month", 3, ["2025-11-30", "2026-02-28", "2026-05-30", "2026-08-30"]],
    [
      "a year keeps 29 February",
      "2024-02-29",
      "year",
      1,
      ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
    ],
    ["a year passes a century", "2096-02-29", "year", 4, ["2096-02-29", "2100-02-28", "2104-02-29"]],
    ["a year passes a leap century", "2396-02-29", "year", 4, ["2396-02-29", "2400-02-29", "2404-02-29"]],
    ["weeks pass the end of a year", "2026-12-28", "week", 1, ["2026-12-28", "2027-01-04", "2027-01-11"]],
    ["a fortnight passes a leap day", "2028-02-20", "week", 2, ["2028-02-20", "2028-03-05", "2028-03-19"]],
    ["days pass February", "2026-02-26", "day", 2, ["2026-02-26", "2026-02-28", "2026-03-02"]],
    ["a day is a day", "2026-12-31", "day", 1, ["2026-12-31", "2027-01-01", "2027-01-02"]],
    ["five years of months", "2026-08-31", "month", 60, ["2026-08-31", "2031-08-31", "2036-08-31"]],
  ])("%s: from %s by %s, %i", (_, anchor, every, count, expected) => {
    expect(
      startsOf(
        anchor,
        every,
        count,
        expected.map((_start, index) => index + 1),
      ),
    ).toEqual(expected)
  })

  it("agreement: equals the day found by tearing off one after the other", () => {
    const anchors = fc.oneof(
      fc
        .integer({ min: dayNumber(date("1990-01-01")), max: dayNumber(date("2110-12-31")) })
        .map(localDateFromDayNumber),
      fc.constantFrom("2024-02-29", "2026-01-31", "2025-12-31", "2026-10-30", "2096-02-29", "2000-02-29").map(date),
    )
    fc.assert(
      fc.property(anchors, recurrences, fc.integer({ min: 1, max: 30 }), (anchor, recurrence, period) => {
        const plan = { anchor, recurrence }
        expect(startOfPeriod(plan, period)).toBe(startOfPeriodDayByDay(plan, period))
      }),
      { numRuns: 150 },
    )
  })

  it("distance: is the same counted from the anchor, whatever months lie between", () => {
    const yearly = startsOf("2026-08-31", "year", 1, [11])
    expect(startsOf("2026-08-31", "month", 1, [121])).toEqual(yearly)
    expect(startsOf("2026-08-31", "month", 12, [11])).toEqual(yearly)
  })
})

describe("paidPeriodOf", () => {
  const paid = (period: number) => [renewalOpened({ period }), renewalPaid({ period })]
  const threeCycles = { recurrence: { every: "month", count: 1, cycles: 3 } } as const

  it("is the first period at first, and the next charge is its end", () => {
    expect(paidPeriodOf(exampleSubscription())).toEqual({
      from: "2026-03-02",
      to: "2026-04-02",
      nextCharge: "2026-04-02",
    })
  })

  it("moves by a period with each payment", () => {
    const subscription = exampleSubscription({}, ...paid(2), ...paid(3))
    expect(paidPeriodOf(subscription)).toEqual({ from: "2026-05-02", to: "2026-06-02", nextCharge: "2026-06-02" })
  })

  it("has a next charge after every cycle except the last", () => {
    expect(paidPeriodOf(exampleSubscription(threeCycles, ...paid(2))).nextCharge).toBe("2026-05-02")
    expect(isPaidUp(exampleSubscription(threeCycles, ...paid(2)))).toBe(false)
    const last = exampleSubscription(threeCycles, ...paid(2), ...paid(3))
    expect(isPaidUp(last)).toBe(true)
    expect(paidPeriodOf(last)).toEqual({ from: "2026-05-02", to: "2026-06-02", nextCharge: null })
  })

  it("is the first if there is one cycle, with no charge after it", () => {
    const once = exampleSubscription({ recurrence: { every: "year", count: 1, cycles: 1 } })
    expect(paidPeriodOf(once)).toEqual({ from: "2026-03-02", to: "2027-03-02", nextCharge: null })
  })

  it("stays the same after the subscription is canceled, with no charge after it", () => {
    const canceled = exampleSubscription({}, ...paid(2), subscriptionCanceled())
    expect(paidPeriodOf(canceled)).toEqual({ from: "2026-04-02", to: "2026-05-02", nextCharge: null })
  })
})

describe("furtherPeriodsDue", () => {
  const second = renewalOpened({ period: 2 })

  it.each([
    ["none on the day the unpaid one begins", "2026-04-02", null, 0],
    ["none where it comes before its day", "2026-03-30", null, 0],
    ["none a day before the next begins", "2026-05-01", null, 0],
    ["one on the day the next begins", "2026-05-02", null, 1],
    ["nine after nine months more", "2027-01-15", null, 9],
    ["those up to the last that is agreed", "2027-01-15", 5, 3],
    ["none after the last that is agreed", "2027-01-15", 2, 0],
  ])("are %s", (_, today, cycles, due) => {
    const overdue = exampleSubscription({ recurrence: { every: "month", count: 1, cycles } }, second)
    expect(furtherPeriodsDue(overdue, date(today))).toBe(due)
  })

  it("are 18 for a daily plan whose second day was 18 days ago", () => {
    const daily = exampleSubscription({ recurrence: { every: "day", count: 1, cycles: null } }, second)
    expect(furtherPeriodsDue(daily, date("2026-03-21"))).toBe(18)
  })

  it("agreement: are those that the clock requires, one after the other, after the unpaid one is paid", () => {
    fc.assert(
      fc.property(recurrences, fc.integer({ min: 1, max: 6 }), fc.nat(800), (recurrence, paidPeriods, late) => {
        const subscription = { ...exampleSubscription({ recurrence }), paidPeriods }
        const today = localDateFromDayNumber(dayNumber(subscription.details.anchor) + late)
        let asked = 0
        const isNextAsked = () =>
          whatIsDue({ ...subscription, paidPeriods: paidPeriods + 1 + asked }, startOfDay(today)) === "renew"
        while (isNextAsked()) asked += 1
        expect(furtherPeriodsDue(subscription, today)).toBe(asked)
      }),
    )
  })

  it("limit: together with the paid ones and the unpaid one they never exceed the agreed number", () => {
    fc.assert(
      fc.property(recurrences, fc.integer({ min: 1, max: 36 }), fc.nat(5_000), (recurrence, paidPeriods, late) => {
        const cycles = recurrence.cycles ?? Number.POSITIVE_INFINITY
        fc.pre(paidPeriods < cycles)
        const subscription = { ...exampleSubscription({ recurrence }), paidPeriods }
        const today = localDateFromDayNumber(dayNumber(subscription.details.anchor) + late)
        expect(paidPeriods + 1 + furtherPeriodsDue(subscription, today)).toBeLessThanOrEqual(cycles)
      }),
    )
  })
})
