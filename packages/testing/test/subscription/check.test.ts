// The faults that the audit finds in a stored subscription.

import type { FoundEvent } from "@vintem/domain/machine"
import {
  checkSubscription,
  type FoundSubscription,
  type SubscriptionBreach,
  type SubscriptionEvent,
} from "@vintem/domain/subscription"
import {
  exampleSubscription,
  exampleSubscriptionBegun,
  renewalFailed,
  renewalOpened,
  renewalOrder,
  renewalPaid,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const begun = exampleSubscriptionBegun()
const changes = [renewalOpened(), renewalPaid(), renewalOpened({ period: 3 }), renewalFailed({ period: 3 })]
const events = [begun, ...changes]
const subscription = exampleSubscription({}, ...changes)
const log: ReadonlyArray<FoundEvent<SubscriptionEvent>> = events.map((event, index) => ({ sequence: index + 1, event }))
const second = { period: 2, order: renewalOrder(2) }
const third = { period: 3, order: renewalOrder(3) }
const sound: FoundSubscription = { subscription, log, renewals: [second, third] }
const other = renewalOrder(99)

describe("checkSubscription", () => {
  it("finds no fault in a right subscription", () => {
    expect(checkSubscription(sound)).toEqual([])
  })

  it.each<readonly [string, Partial<FoundSubscription>, ReadonlyArray<SubscriptionBreach | object>]>([
    [
      "a period too many",
      { subscription: { ...subscription, paidPeriods: 3 } },
      [{ _tag: "StateDiffers", part: "paidPeriods", stored: 3, folded: 2 }],
    ],
    ["a state that cannot be read, beside a sound log", { subscription: null }, []],
    ["no log", { log: [] }, [{ _tag: "LogMissing" }]],
    ["an event that was lost", { log: log.toSpliced(1, 1) }, [{ _tag: "LogGap", expected: 2, found: 3 }]],
    ["a beginning that is none", { log: log.slice(1) }, [{ _tag: "LogGap" }]],
    ["a second beginning", { log: [...log, { sequence: 6, event: begun }] }, [{ _tag: "CreatedAgain", sequence: 6 }]],
    [
      "a renewal that was lost",
      { renewals: [second] },
      [{ _tag: "RenewalDiffers", period: 3, stored: null, logged: third.order }],
    ],
    [
      "a renewal that its log did not open",
      { renewals: [second, third, { period: 4, order: other }] },
      [{ _tag: "RenewalDiffers", period: 4, stored: other, logged: null }],
    ],
    [
      "a renewal by another order",
      { renewals: [{ period: 2, order: other }, third] },
      [{ _tag: "RenewalDiffers", period: 2, stored: other, logged: second.order }],
    ],
    [
      "an event that cannot be read, and so nothing to compare with",
      { log: log.with(2, { sequence: 3, event: null }) },
      [],
    ],
  ])("names %s", (_, found, breaches) => {
    expect(checkSubscription({ ...sound, ...found })).toMatchObject(breaches)
  })
})
