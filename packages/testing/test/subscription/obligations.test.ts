// The obligations of an ended subscription to its renewal.

import { type SubscriptionChange, subscriptionObligationsOf } from "@vintem/domain/subscription"
import {
  exampleSubscription,
  latePaymentKept,
  renewalFailed,
  renewalOpened,
  renewalOrder,
  renewalPaid,
  subscriptionCanceled,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const owed = [{ _tag: "CancelRenewal", order: renewalOrder(2) }]

describe("what is owed", () => {
  it.each<readonly [string, boolean, ReadonlyArray<SubscriptionChange>]>([
    ["by a subscription that goes on", false, [renewalOpened()]],
    ["by one that is overdue", false, [renewalOpened(), renewalFailed()]],
    ["by one that ended while its renewal was being charged", true, [renewalOpened(), subscriptionCanceled()]],
    ["by one that was overdue for too long", true, [renewalOpened(), renewalFailed(), subscriptionCanceled("dunning")]],
    ["by one that ended with nothing open", false, [subscriptionCanceled()]],
    ["by one whose renewal was paid before the end", false, [renewalOpened(), renewalPaid(), subscriptionCanceled()]],
    [
      "by one whose renewal was paid after the end",
      false,
      [renewalOpened(), subscriptionCanceled(), latePaymentKept()],
    ],
  ])("%s: to withdraw its renewal, %s", (_, isOwed, changes) => {
    expect(subscriptionObligationsOf(exampleSubscription({}, ...changes))).toEqual(isOwed ? owed : [])
  })
})
