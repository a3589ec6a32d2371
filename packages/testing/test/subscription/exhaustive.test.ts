// Every state that a subscription can reach with two renewals and two cards.

import { type Subscription, SubscriptionStatus } from "@vintem/domain/subscription"
import {
  type Beginning,
  cancelSubscription,
  daysAfterRenewal,
  exampleSubscription,
  openRenewal,
  renewalIsPaid,
  renewalIsRefused,
  replaceCard,
  retryRenewal,
  type SubscriptionMove,
  subscriptionLaws,
  subscriptionStepLaws,
  testedSubscription,
  timePasses,
  walkOf,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

/** The state without versions and the time of the last event, which change no behaviour. */
const markOf = ({ version: _version, updatedAt: _updatedAt, details: _details, ...rest }: Subscription): string =>
  JSON.stringify(rest)

const laws = { markOf, stepLaws: subscriptionStepLaws, stateLaws: subscriptionLaws }

const on = (days: number) => ({ at: daysAfterRenewal(days) })

const second: ReadonlyArray<SubscriptionMove> = [
  openRenewal(on(-3)),
  openRenewal(),
  renewalIsRefused([[1, "soft"]], on(-2)),
  renewalIsRefused([[1, "soft"]]),
  renewalIsRefused([[1, "hard"]]),
  renewalIsRefused([
    [1, "soft"],
    [2, "soft"],
  ]),
  renewalIsRefused([
    [1, "hard"],
    [2, "hard"],
  ]),
  renewalIsRefused([[null, "soft"]]),
  ...[renewalIsPaid(1), renewalIsPaid(2), renewalIsPaid(null)],
]
const third: ReadonlyArray<SubscriptionMove> = [
  openRenewal({ period: 3, ...on(30) }),
  renewalIsRefused([[2, "soft"]], { period: 3, ...on(30) }),
  renewalIsPaid(2, { period: 3, ...on(30) }),
]
const clock: ReadonlyArray<SubscriptionMove> = [
  ...[0, 1, 2.5, 3, 7, 31].map((days) => retryRenewal(on(days))),
  ...[21, 51, 61].map((days) => timePasses(daysAfterRenewal(days))),
]
const verbs: ReadonlyArray<SubscriptionMove> = [
  replaceCard(2, on(0)),
  replaceCard(2, on(2.5)),
  replaceCard(1, on(6)),
  cancelSubscription(),
]

const threeCycles = { recurrence: { every: "month", count: 1, cycles: 3 } } as const

describe("every reachable state of a subscription", () => {
  it.each<readonly [Beginning["means"], Beginning]>([
    ["credit", threeCycles],
    ["pix", { ...threeCycles, means: "pix" }],
  ])("keeps the laws to the end, by %s", (_, beginning) => {
    const { counterexample, shown, states } = walkOf(testedSubscription, {
      ...laws,
      start: exampleSubscription(beginning),
      moves: [...second, ...third, ...clock, ...verbs],
      depthMax: Number.POSITIVE_INFINITY,
    })
    expect(counterexample).toBeNull()
    expect(shown).toEqual(new Set(SubscriptionStatus.literals))
    expect(states).toBeGreaterThan(150)
  })

  it("is reached by the shortest way, which a failure prints", () => {
    const { counterexample } = walkOf(testedSubscription, {
      ...laws,
      start: exampleSubscription(),
      moves: [...second, ...clock, cancelSubscription()],
      depthMax: 8,
      stateLaws: [{ name: "in time", violation: ({ paidLate }) => (paidLate === null ? null : "paid late") }],
    })
    expect(counterexample).toBe(
      [
        "in time (paid late) after",
        "  1. 2026-04-02 00:00:00 OpenRenewal RENOVA2: active",
        "  2. 2026-04-02 00:00:00 Cancel: canceled",
        "  3. 2026-04-02 00:00:00 RENOVA2 paid by 1111: canceled",
      ].join("\n"),
    )
  })
})
