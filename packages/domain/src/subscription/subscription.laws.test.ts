// What is true of every subscription: of each step of its life, of its log, and of the two accounts of it.

import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { machineSuite } from "../../testing/machine/machine-suite.ts"
import { subscriptionHistories } from "../../testing/subscription/arbitraries.ts"
import { subscriptionLaws, subscriptionLogLaws, subscriptionStepLaws } from "../../testing/subscription/laws.ts"
import { recountedSubscription } from "../../testing/subscription/recount.ts"
import { testedSubscription } from "../../testing/subscription/tested-subscription.ts"
import { auditSubscription } from "./audit.ts"
import { SubscriptionEvent } from "./events.ts"
import { SubscriptionRefusal } from "./refusals.ts"
import { CancelReason, Subscription } from "./subscription.ts"
import { SubscriptionStatus } from "./subscription-status.ts"

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

  it("agreement: the state says what a count of the log does", () => {
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes, subscription }) => {
        const { status, paid, linkToPay } = recountedSubscription([begun, ...changes])
        expect(paid).toEqual(Array.from({ length: subscription.paidPeriods }, (_, index) => index + 1))
        expect(linkToPay).toBe(status === "overdue" ? (subscription.renewal?.publicKey ?? "none") : null)
      }),
      { numRuns: 300 },
    )
  })

  it("audit: finds nothing wrong with what was never tampered with", () => {
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes, subscription }) => {
        const log = [begun, ...changes].map((event, index) => ({ sequence: index + 1, event }))
        const renewals = changes.flatMap((event) => (event._tag === "RenewalOpened" ? [event] : []))
        expect(auditSubscription({ subscription, log, renewals })).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it("reachability: every event and every end is met by some history", () => {
    const histories = fc.sample(subscriptionHistories, { numRuns: 500, seed: 1 })
    const logs = histories.flatMap(({ begun, changes }) => [begun, ...changes])
    expect(new Set(logs.map(({ _tag }) => _tag))).toEqual(new Set(Object.keys(SubscriptionEvent.cases)))
    const ends = logs.flatMap((event) => (event._tag === "SubscriptionCanceled" ? [event.because] : []))
    expect(new Set(ends)).toEqual(new Set(CancelReason.literals))
  })
})
