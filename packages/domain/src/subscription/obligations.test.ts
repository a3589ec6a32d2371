// What a subscription that has ended owes its renewal.
import { describe, expect, it } from "vitest"
import { exampleSubscription, renewalOrder } from "../../testing/subscription/example-subscription.ts"
import {
  latePaymentKept,
  renewalFailed,
  renewalOpened,
  renewalPaid,
  subscriptionCanceled,
} from "../../testing/subscription/example-subscription-moves.ts"
import type { SubscriptionChange } from "./events.ts"
import { subscriptionObligationsOf } from "./obligations.ts"

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
