// What is true of every subscription: of each step of its life, of its log, and of the two accounts of it.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { subscriptionHistories, subscriptionsBegun } from "../../testing/subscription/arbitraries.ts"
import { subscriptionLaws, subscriptionLogLaws, subscriptionStepLaws } from "../../testing/subscription/laws.ts"
import { subscriptionByTheBook } from "../../testing/subscription/second-account.ts"
import { auditSubscription } from "./audit.ts"
import { SubscriptionEvent } from "./events.ts"
import { foldSubscription } from "./evolve.ts"
import { CancelReason, Subscription } from "./subscription.ts"
import { SubscriptionStatus, subscriptionRules, subscriptionStatusOf } from "./subscription-status.ts"

describe("a subscription", () => {
  it.each(subscriptionLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(subscriptionHistories, ({ steps }) => {
        for (const { after, move } of steps) expect(broken(after, move.at)).toBeNull()
      }),
      { numRuns: 300 },
    )
  })
})

describe("each step of a subscription", () => {
  it.each(subscriptionStepLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(subscriptionHistories, ({ steps }) => {
        for (const taken of steps) expect(broken(taken)).toBeNull()
      }),
      { numRuns: 300 },
    )
  })
})

describe("the log of a subscription", () => {
  it.each(subscriptionLogLaws)("$name", ({ broken }) => {
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes }) => {
        expect(broken([begun, ...changes])).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it("agreement: the state says what a count of the log does", () => {
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes, subscription }) => {
        const { status, paid, linkToPay } = subscriptionByTheBook([begun, ...changes])
        expect(subscriptionStatusOf(subscription)).toBe(status)
        expect(subscriptionRules.find(({ when }) => when(subscription))?.status).toBe(status)
        expect(paid).toEqual(Array.from({ length: subscription.paidPeriods }, (_, index) => index + 1))
        expect(linkToPay).toBe(status === "overdue" ? (subscription.renewal?.publicKey ?? "none") : null)
      }),
      { numRuns: 300 },
    )
  })

  it("recollection: folding the log, up to anywhere, gives the subscription as it was then", () => {
    fc.assert(
      fc.property(subscriptionHistories, subscriptionsBegun, ({ begun, steps, changes, subscription }, another) => {
        const log: ReadonlyArray<SubscriptionEvent> = [begun, ...changes]
        expect(foldSubscription(log)).toEqual(subscription)
        expect(subscription.version).toBe(log.length)
        for (const { after } of steps) expect(foldSubscription(log.slice(0, after.version))).toEqual(after)
        expect(foldSubscription([])).toBeNull()
        expect(foldSubscription([...log, another])).toBeNull()
        if (changes.length > 0) expect(foldSubscription(changes)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })

  it("round trip: subscription and log read back from JSON as they were written", () => {
    const readSubscription = Schema.decodeUnknownSync(Schema.fromJsonString(Subscription))
    const readLog = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(SubscriptionEvent)))
    fc.assert(
      fc.property(subscriptionHistories, ({ begun, changes, subscription }) => {
        expect(readSubscription(JSON.stringify(subscription))).toEqual(subscription)
        expect(readLog(JSON.stringify([begun, ...changes]))).toEqual([begun, ...changes])
      }),
      { numRuns: 100 },
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

  it("reachability: every status, every event and every end is met by some history", () => {
    const histories = fc.sample(subscriptionHistories, { numRuns: 500, seed: 1 })
    const statuses = histories.flatMap(({ steps }) => steps.map(({ after }) => subscriptionStatusOf(after)))
    expect(new Set(statuses)).toEqual(new Set(SubscriptionStatus.literals))
    expect(new Set(subscriptionRules.map(({ status }) => status))).toEqual(new Set(SubscriptionStatus.literals))
    const logs = histories.flatMap(({ begun, changes }) => [begun, ...changes])
    expect(new Set(logs.map(({ _tag }) => _tag))).toEqual(new Set(Object.keys(SubscriptionEvent.cases)))
    const ends = logs.flatMap((event) => (event._tag === "SubscriptionCanceled" ? [event.because] : []))
    expect(new Set(ends)).toEqual(new Set(CancelReason.literals))
  })
})
