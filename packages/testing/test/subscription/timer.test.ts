// The clock's actions on a subscription, and their times.

import { instant, LocalDate, startOfDay } from "@vintem/domain/calendar"
import { nextTimer, type SubscriptionChange, type SubscriptionTimer, whatIsDue } from "@vintem/domain/subscription"
import {
  type Beginning,
  cardReplaced,
  daysAfterRenewal,
  exampleRenewalAt,
  exampleSubscription,
  renewalFailed,
  renewalOpened,
  renewalPaid,
  renewalRetried,
  subscriptionCanceled,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const twoCycles: Beginning = { recurrence: { every: "month", count: 1, cycles: 2 } }
const failed = renewalFailed({ retryAt: daysAfterRenewal(1) })

describe("nextTimer", () => {
  // Year and month before and after summer time, which existed until February 2019; clocks changed from midnight to
  // 01:00.
  it.each<readonly [string, Beginning["means"], string, string]>([
    ["a card on the day, as it begins", "credit", "2026-03-02", "2026-04-02T03:00:00Z"],
    ["a Pix three days before", "pix", "2026-03-02", "2026-03-30T03:00:00Z"],
    ["a slip three days before", "bank_slip", "2026-03-02", "2026-03-30T03:00:00Z"],
    ["a Pix three days before a short month ends", "pix", "2026-01-31", "2026-02-25T03:00:00Z"],
    ["a card in summer time", "credit", "2017-12-05", "2018-01-05T02:00:00Z"],
    ["a card on a day that began at 01:00", "credit", "2018-10-04", "2018-11-04T03:00:00Z"],
    ["a Pix on a day that began at 01:00", "pix", "2018-10-07", "2018-11-04T03:00:00Z"],
    ["a Pix in summer time for a day after it", "pix", "2019-01-18", "2019-02-15T02:00:00Z"],
    ["a card on the day after the hour that came twice", "credit", "2019-01-17", "2019-02-17T03:00:00Z"],
    ["a card in a November without summer time", "credit", "2019-10-04", "2019-11-04T03:00:00Z"],
  ])("charges %s: %s from %s at %s", (_, means = "credit", anchor, at) => {
    const subscription = exampleSubscription({ means, anchor: LocalDate.make(anchor) })
    expect(nextTimer(subscription)).toEqual({ what: "renew", at: Date.parse(at) })
  })

  it.each<readonly [string, Beginning, ReadonlyArray<SubscriptionChange>, SubscriptionTimer | null]>([
    ["nothing while a card is being charged", {}, [renewalOpened()], null],
    [
      "the end of the due day of a Pix",
      { means: "pix" },
      [renewalOpened()],
      { what: "lapse", at: startOfDay(LocalDate.make("2026-04-03")) },
    ],
    [
      "the end of the due day of a slip",
      { means: "bank_slip" },
      [renewalOpened()],
      { what: "lapse", at: startOfDay(LocalDate.make("2026-04-03")) },
    ],
    [
      "the end of the next banking day of a slip that falls due on a Saturday",
      { means: "bank_slip", anchor: LocalDate.make("2026-03-04") },
      [renewalOpened({ at: startOfDay(LocalDate.make("2026-04-01")) })],
      { what: "lapse", at: startOfDay(LocalDate.make("2026-04-07")) },
    ],
    [
      "the end of the day of asking where the period had begun before",
      { means: "pix" },
      [renewalOpened({ at: startOfDay(LocalDate.make("2026-04-10")) })],
      { what: "lapse", at: startOfDay(LocalDate.make("2026-04-11")) },
    ],
    [
      "the end of the next banking day of what was sent before a card came",
      { means: "pix", anchor: LocalDate.make("2026-03-04") },
      [
        renewalOpened({ at: startOfDay(LocalDate.make("2026-04-01")) }),
        cardReplaced(2, { at: startOfDay(LocalDate.make("2026-04-02")) }),
      ],
      { what: "lapse", at: startOfDay(LocalDate.make("2026-04-07")) },
    ],
    ["the retry of a refused card", {}, [renewalOpened(), failed], { what: "retry", at: daysAfterRenewal(1) }],
    [
      "the end where there is no retry",
      {},
      [renewalOpened(), renewalFailed()],
      { what: "end", at: daysAfterRenewal(21) },
    ],
    [
      "the end after the last retry",
      {},
      [renewalOpened(), failed, renewalRetried({ at: daysAfterRenewal(7) })],
      { what: "end", at: daysAfterRenewal(21) },
    ],
    [
      "a new card at once",
      {},
      [renewalOpened(), renewalFailed(), cardReplaced(2, { at: daysAfterRenewal(5) })],
      { what: "retry", at: daysAfterRenewal(5) },
    ],
    [
      "the end, whatever card comes too late",
      {},
      [renewalOpened(), renewalFailed(), cardReplaced(2, { at: daysAfterRenewal(21) })],
      { what: "end", at: daysAfterRenewal(21) },
    ],
    ["nothing of a canceled subscription", {}, [subscriptionCanceled()], null],
    ["nothing of one canceled while overdue", {}, [renewalOpened(), failed, subscriptionCanceled()], null],
    [
      "the end of the last cycle, as the day begins",
      twoCycles,
      [renewalOpened(), renewalPaid()],
      { what: "end", at: startOfDay(LocalDate.make("2026-05-02")) },
    ],
    [
      "the end of the last cycle of a Pix, not three days before it",
      { ...twoCycles, means: "pix" },
      [renewalOpened(), renewalPaid()],
      { what: "end", at: startOfDay(LocalDate.make("2026-05-02")) },
    ],
    [
      "the period after one that was paid late, counted from the anchor",
      {},
      [renewalOpened(), failed, renewalPaid({ at: daysAfterRenewal(20) })],
      { what: "renew", at: startOfDay(LocalDate.make("2026-05-02")) },
    ],
  ])("is %s", (_, beginning, changes, timer) => {
    expect(nextTimer(exampleSubscription(beginning, ...changes))).toEqual(timer)
  })
})

describe("whatIsDue", () => {
  const subscription = exampleSubscription()

  it("is the timer's action, from its instant on", () => {
    expect(whatIsDue(subscription, instant(exampleRenewalAt - 1))).toBeNull()
    expect(whatIsDue(subscription, exampleRenewalAt)).toBe("renew")
    expect(whatIsDue(subscription, daysAfterRenewal(400))).toBe("renew")
  })

  it("is nothing if there is no timer", () => {
    expect(whatIsDue(exampleSubscription({}, renewalOpened()), daysAfterRenewal(400))).toBeNull()
  })

  it("is the end after dunning, even if a retry was never made: nobody is charged after it", () => {
    const overdue = exampleSubscription({}, renewalOpened(), failed)
    expect(whatIsDue(overdue, daysAfterRenewal(1))).toBe("retry")
    expect(whatIsDue(overdue, instant(daysAfterRenewal(21) - 1))).toBe("retry")
    expect(whatIsDue(overdue, daysAfterRenewal(21))).toBe("end")
  })
})
