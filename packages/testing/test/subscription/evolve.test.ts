// The effect of each event on a subscription.

import { type Subscription, type SubscriptionChange, subscriptionBegun } from "@vintem/domain/subscription"
import {
  cardReplaced,
  daysAfterRenewal,
  exampleRenewalAt,
  exampleSubscription,
  exampleSubscriptionBegun,
  latePaymentKept,
  renewalFailed,
  renewalKey,
  renewalOpened,
  renewalOrder,
  renewalPaid,
  renewalRetried,
  subscriberCard,
  subscriptionCanceled,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const on = (days: number) => ({ at: daysAfterRenewal(days) })
const open = { period: 2, order: renewalOrder(2), publicKey: renewalKey(2), openedAt: exampleRenewalAt, failure: null }
const failed = renewalFailed({ retryAt: daysAfterRenewal(1) })
const failing = (nextRetryAt: number | null) => ({ ...open, failure: { firstAt: exampleRenewalAt, nextRetryAt } })

describe("a subscription", () => {
  it("begins with its first period paid, and nothing open", () => {
    const begun = exampleSubscriptionBegun()
    expect(subscriptionBegun(begun)).toEqual({
      ...{ details: begun.details, version: 1, means: begun.means, paidPeriods: 1 },
      ...{ renewal: null, canceled: null, paidLate: null, updatedAt: begun.at },
    })
  })

  it.each<readonly [string, ReadonlyArray<SubscriptionChange>, Partial<Subscription> | object]>([
    ["has a renewal that was opened", [renewalOpened()], { renewal: open, paidPeriods: 1 }],
    ["knows when its renewal failed first", [renewalOpened(), failed], { renewal: failing(daysAfterRenewal(1)) }],
    [
      "goes on counting from there when it fails again",
      [renewalOpened(), failed, renewalFailed(on(1))],
      { renewal: failing(null) },
    ],
    [
      "goes on counting from there when it is tried again",
      [renewalOpened(), failed, renewalRetried({ ...on(1), retryAt: daysAfterRenewal(3) })],
      { renewal: failing(daysAfterRenewal(3)) },
    ],
    [
      "has a period more once it is paid",
      [renewalOpened(), failed, renewalPaid(on(5))],
      { renewal: null, paidPeriods: 2 },
    ],
    [
      "tries an overdue renewal with a new card",
      [renewalOpened(), renewalFailed(), cardReplaced(2, on(5))],
      { renewal: failing(daysAfterRenewal(5)), means: { _tag: "credit", card: subscriberCard(2) } },
    ],
    [
      "leaves a renewal that is being charged alone",
      [renewalOpened(), cardReplaced(2, on(5))],
      { renewal: open, means: { _tag: "credit", card: subscriberCard(2) } },
    ],
    [
      "keeps its renewal when it ends, and why it did",
      [renewalOpened(), failed, subscriptionCanceled("dunning", on(21)), subscriptionCanceled("asked", on(22))],
      { renewal: failing(daysAfterRenewal(1)), canceled: { at: daysAfterRenewal(21), because: "dunning" } },
    ],
    [
      "keeps late money beside what it was",
      [renewalOpened(), failed, subscriptionCanceled(), latePaymentKept()],
      { paidLate: renewalOrder(2), paidPeriods: 1 },
    ],
  ])("%s", (_, changes, expected) => {
    expect(exampleSubscription({}, ...changes)).toMatchObject({ ...expected, version: 1 + changes.length })
  })

  it("was updated at the latest of its events, in any sequence", () => {
    expect(exampleSubscription({}, renewalOpened(on(3)), failed).updatedAt).toBe(daysAfterRenewal(3))
  })

  it("is unchanged by a failure of a renewal that is not open", () => {
    expect(exampleSubscription({}, failed).renewal).toBeNull()
  })
})
