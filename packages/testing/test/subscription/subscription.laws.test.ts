// Laws of every subscription: of each step of its life, of its log, and of the two implementations.

import {
  CancelReason,
  checkSubscription,
  Subscription,
  SubscriptionEvent,
  SubscriptionRefusal,
  SubscriptionStatus,
} from "@vintem/domain/subscription"
import {
  machineSuite,
  recountedSubscription,
  subscriptionHistories,
  subscriptionLaws,
  subscriptionLogLaws,
  subscriptionStepLaws,
  testedSubscription,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const readSubscription = Schema.decodeUnknownSync(Schema.fromJsonString(Subscription))

machineSuite("a subscription", {
  tested: testedSubscription,
  lives: subscriptionHistories.map(({ begun, steps }) => ({ creation: begun, steps })),
  stateLaws: subscriptionLaws,
  stepLaws: subscriptionStepLaws,
  statuses: SubscriptionStatus.literals,
  refusals: SubscriptionRefusal.literals,
  recountedStatus: (log) => recountedSubscription(log).status,
  readBack: (subscription) => readSubscription(JSON.stringify(subscription)),
  readLog: Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(SubscriptionEvent))),
})

describe("the log of a subscription", () => {
  it.each(subscriptionLogLaws)("$name", ({ violation }) => {
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes }) => {
        expect(violation([begun, ...changes])).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it("agreement: the state matches a count of the log", () => {
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes, subscription }) => {
        const { status, paid, linkToPay } = recountedSubscription([begun, ...changes])
        expect(paid).toEqual(Array.from({ length: subscription.paidPeriods }, (_, index) => index + 1))
        expect(linkToPay).toBe(status === "overdue" ? (subscription.renewal?.publicKey ?? "none") : null)
      }),
      { numRuns: 300 },
    )
  })

  it("check: finds nothing wrong with what was never tampered with", () => {
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes, subscription }) => {
        const log = [begun, ...changes].map((event, index) => ({ sequence: index + 1, event }))
        const renewals = changes.flatMap((event) => (event._tag === "RenewalOpened" ? [event] : []))
        expect(checkSubscription({ subscription, log, renewals })).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it("reachability: some history has every event and every end", () => {
    const histories = fc.sample(subscriptionHistories, { numRuns: 500, seed: 1 })
    const logs = histories.flatMap(({ begun, changes }) => [begun, ...changes])
    expect(new Set(logs.map(({ _tag }) => _tag))).toEqual(new Set(Object.keys(SubscriptionEvent.cases)))
    const ends = logs.flatMap((event) => (event._tag === "SubscriptionCanceled" ? [event.because] : []))
    expect(new Set(ends)).toEqual(new Set(CancelReason.literals))
  })
})
