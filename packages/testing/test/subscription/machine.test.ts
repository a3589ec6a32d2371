// The possible and impossible commands of a subscription, and the events of its renewals: stories, and the table of
// moves.

import { instant } from "@vintem/domain/calendar"
import {
  nextTimer,
  type Subscription,
  type SubscriptionChange,
  SubscriptionRefusal,
  type SubscriptionStatus,
  subscriptionMachine,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import {
  type Beginning,
  cancelSubscription,
  cardReplaced,
  daysAfterRenewal,
  dunningPostponed,
  exampleRenewalAt,
  exampleSubscription,
  latePaymentKept,
  openRenewal,
  paymentsResumed,
  renewalAwaits,
  renewalFailed,
  renewalIsPaid,
  renewalIsRefused,
  renewalOpened,
  renewalPaid,
  renewalRetried,
  replaceCard,
  retryRenewal,
  type SubscriptionMove,
  stepOf,
  stepsOf,
  subscriberCard,
  subscriptionCanceled,
  timePasses,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const on = (days: number) => ({ at: daysAfterRenewal(days) })
const retryOn = (days: number) => ({ retryAt: daysAfterRenewal(days) })

const softly = renewalIsRefused([[1, "soft"]])
const hard = renewalIsRefused([[1, "hard"]])
const expired = renewalIsRefused([[null, "soft"]])
const failedSoftly = renewalFailed(retryOn(1))
const dueDayOver = daysAfterRenewal(1)
const failedOfTime = renewalFailed(on(1))
const lastCycle: Beginning = { recurrence: { every: "month", count: 1, cycles: 2 } }

const outcomeOf = (subscription: Subscription, move: SubscriptionMove) => {
  const { refusal, changes } = stepOf(subscriptionMachine, subscription, move)
  return refusal?.reason ?? changes
}

const living = (subscription: Subscription, ...moves: ReadonlyArray<SubscriptionMove>): Subscription =>
  stepsOf(subscriptionMachine, subscription, moves).at(-1)?.after ?? subscription

// One of each kind in the table.
const active = exampleSubscription()
const charging = exampleSubscription({}, renewalOpened())
const overdue = exampleSubscription({}, renewalOpened(), failedSoftly)
const canceled = exampleSubscription({}, subscriptionCanceled())
const canceledOwing = exampleSubscription({}, renewalOpened(), failedSoftly, subscriptionCanceled())
const pixCharging = exampleSubscription({ means: "pix" }, renewalOpened())
const pixOverdue = exampleSubscription({ means: "pix" }, renewalOpened(), renewalFailed())

describe("the table of moves", () => {
  it.each<
    readonly [
      string,
      SubscriptionStatus,
      Subscription,
      SubscriptionMove,
      SubscriptionStatus | SubscriptionRefusal,
      ReadonlyArray<SubscriptionChange>,
    ]
  >([
    ["renewal due", "active", active, openRenewal(), "active", [renewalOpened()]],
    ["renewal due", "overdue", overdue, openRenewal(), "overdue", []],
    ["renewal due", "canceled", canceled, openRenewal(), "AlreadyCanceled", []],
    ["renewal paid by its card", "active", charging, renewalIsPaid(1), "active", [renewalPaid()]],
    ["renewal paid by Pix", "active", pixCharging, renewalIsPaid(null), "active", [renewalPaid()]],
    ["renewal paid by retry", "overdue", overdue, renewalIsPaid(1, on(1)), "active", [renewalPaid(on(1))]],
    ["renewal paid by link_to_pay", "overdue", overdue, renewalIsPaid(null, on(2)), "active", [renewalPaid(on(2))]],
    ["renewal paid", "canceled", canceledOwing, renewalIsPaid(1, on(2)), "canceled", [latePaymentKept(on(2))]],
    ["renewal refused, soft", "active", charging, softly, "overdue", [failedSoftly]],
    ["renewal refused, soft", "overdue", overdue, softly, "overdue", []],
    ["renewal refused, soft", "canceled", canceledOwing, softly, "canceled", []],
    ["renewal refused, hard", "active", charging, hard, "overdue", [renewalFailed()]],
    ["renewal refused, hard", "overdue", overdue, hard, "overdue", [renewalFailed()]],
    ["renewal refused, hard", "canceled", canceledOwing, hard, "canceled", []],
    ["instrument expired", "active", pixCharging, expired, "overdue", [renewalFailed()]],
    ["instrument expired", "overdue", pixOverdue, expired, "overdue", []],
    ["instrument's due date passed", "active", pixCharging, timePasses(dueDayOver), "overdue", [failedOfTime]],
    ["instrument's due date not passed", "active", pixCharging, timePasses(instant(dueDayOver - 1)), "active", []],
    ["instrument's due date passed", "overdue", pixOverdue, timePasses(dueDayOver), "overdue", []],
    ["due date of a card passed", "active", charging, timePasses(daysAfterRenewal(20)), "active", []],
    ["instrument expired", "canceled", canceledOwing, expired, "canceled", []],
    ["card updated", "active", active, replaceCard(2), "active", [cardReplaced(2)]],
    ["card updated", "active", charging, replaceCard(2), "active", [cardReplaced(2)]],
    ["card updated", "overdue", overdue, replaceCard(2), "overdue", [cardReplaced(2)]],
    ["card updated", "canceled", canceled, replaceCard(2), "AlreadyCanceled", []],
    [
      "dunning exhausted",
      "overdue",
      pixOverdue,
      timePasses(daysAfterRenewal(21)),
      "canceled",
      [subscriptionCanceled("dunning", on(21))],
    ],
    ["dunning almost exhausted", "overdue", pixOverdue, timePasses(instant(daysAfterRenewal(21) - 1)), "overdue", []],
    [
      "cycles exhausted",
      "active",
      exampleSubscription(lastCycle, renewalOpened(), renewalPaid()),
      timePasses(daysAfterRenewal(30)),
      "canceled",
      [subscriptionCanceled("cycles", on(30))],
    ],
    [
      "cycles almost exhausted",
      "active",
      exampleSubscription(lastCycle, renewalOpened(), renewalPaid()),
      timePasses(instant(daysAfterRenewal(30) - 1)),
      "active",
      [],
    ],
    ["payments resumed", "active", active, paymentsResumed(daysAfterRenewal(400)), "active", []],
    ["payments resumed", "active", charging, paymentsResumed(daysAfterRenewal(400)), "active", []],
    ["payments resumed in time", "overdue", overdue, paymentsResumed(daysAfterRenewal(1)), "overdue", []],
    [
      "payments resumed after a retry was due",
      "overdue",
      overdue,
      paymentsResumed(daysAfterRenewal(30)),
      "overdue",
      [dunningPostponed(daysAfterRenewal(29), daysAfterRenewal(30), daysAfterRenewal(30))],
    ],
    [
      "payments resumed after the end was due",
      "overdue",
      pixOverdue,
      paymentsResumed(daysAfterRenewal(30)),
      "overdue",
      [dunningPostponed(daysAfterRenewal(16), null, daysAfterRenewal(30))],
    ],
    ["payments resumed", "canceled", canceledOwing, paymentsResumed(daysAfterRenewal(30)), "canceled", []],
    ["time passed", "active", charging, timePasses(daysAfterRenewal(400)), "active", []],
    ["time passed", "canceled", canceledOwing, timePasses(daysAfterRenewal(400)), "canceled", []],
    ["cancel", "active", active, cancelSubscription(), "canceled", [subscriptionCanceled()]],
    ["cancel", "active", charging, cancelSubscription(), "canceled", [subscriptionCanceled()]],
    ["cancel", "overdue", overdue, cancelSubscription(), "canceled", [subscriptionCanceled()]],
    ["cancel", "canceled", canceled, cancelSubscription(), "canceled", []],
  ])("%s for one that is %s", (_, status, subscription, move, expected, changes) => {
    expect(subscriptionStatusOf(subscription)).toBe(status)
    const taken = stepOf(subscriptionMachine, subscription, move)
    expect(taken.refusal?.reason ?? subscriptionStatusOf(taken.after)).toBe(expected)
    expect(taken.changes).toEqual(changes)
  })
})

describe("a refusal", () => {
  // Each row fixes the fault that stopped the row above it.
  const rows: ReadonlyArray<readonly [SubscriptionRefusal | null, Subscription, SubscriptionMove]> = [
    [
      "AlreadyCanceled",
      exampleSubscription(lastCycle, renewalOpened(), renewalPaid(), subscriptionCanceled()),
      openRenewal({ period: 3 }),
    ],
    ["AllPaid", exampleSubscription(lastCycle, renewalOpened(), renewalPaid()), openRenewal({ period: 3 })],
    [
      "NotDue",
      exampleSubscription({}, renewalOpened(), renewalPaid()),
      openRenewal({ period: 3, at: instant(daysAfterRenewal(30) - 1) }),
    ],
    [null, exampleSubscription({}, renewalOpened(), renewalPaid()), openRenewal({ period: 3, ...on(30) })],
    ["AlreadyCanceled", canceledOwing, retryRenewal(on(1))],
    ["NotOverdue", active, retryRenewal(on(1))],
    ["NotOverdue", charging, retryRenewal(on(1))],
    ["NoRetryDue", overdue, retryRenewal({ at: instant(daysAfterRenewal(1) - 1) })],
    ["NoRetryDue", pixOverdue, retryRenewal(on(1))],
    [null, overdue, retryRenewal(on(1))],
  ]

  it("is here for every reason, in order of precedence", () => {
    expect(new Set(rows.flatMap(([reason]) => reason ?? []))).toEqual(new Set(SubscriptionRefusal.literals))
    for (const part of [rows.slice(0, 4), rows.slice(4)]) {
      const ranks = part.flatMap(([reason]) => (reason === null ? [] : [SubscriptionRefusal.literals.indexOf(reason)]))
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    }
  })

  it.each(rows)("is %s", (reason, subscription, move) => {
    const { refusal, changes } = stepOf(subscriptionMachine, subscription, move)
    expect(refusal?.reason ?? null).toBe(reason)
    expect(changes).toHaveLength(reason === null ? 1 : 0)
  })

  it("says which commands are possible instead", () => {
    const { refusal } = stepOf(subscriptionMachine, overdue, retryRenewal())
    expect(refusal).toMatchObject({ command: "RetryRenewal", status: "overdue", allowed: ["ReplaceCard", "Cancel"] })
    const late = stepOf(subscriptionMachine, canceled, replaceCard(2))
    expect(late.refusal).toMatchObject({ status: "canceled", allowed: [] })
  })
})

describe("dunning", () => {
  it("charges a card again on days 1, 3 and 7, and ends the subscription on day 21", () => {
    const days: Array<readonly [string, number]> = []
    let subscription = overdue
    for (let timer = nextTimer(subscription); timer !== null && days.length < 9; timer = nextTimer(subscription)) {
      days.push([timer.what, (timer.at - exampleRenewalAt) / 86_400_000])
      const { at } = timer
      subscription = living(subscription, timer.what === "retry" ? retryRenewal({ at }) : timePasses(at), softly)
    }
    expect(days).toEqual([
      ["retry", 1],
      ["retry", 3],
      ["retry", 7],
      ["end", 21],
    ])
    expect(subscription.canceled).toEqual({ at: daysAfterRenewal(21), because: "dunning" })
  })

  it("skips missed retries: the next one is at least a day away", () => {
    expect(outcomeOf(overdue, retryRenewal(on(2)))).toEqual([renewalRetried({ ...on(2), ...retryOn(3) })])
    expect(outcomeOf(overdue, retryRenewal(on(2.5)))).toEqual([renewalRetried({ ...on(2.5), ...retryOn(7) })])
    expect(outcomeOf(overdue, retryRenewal(on(8)))).toEqual([renewalRetried(on(8))])
  })

  it("stops charging a card that is refused for good, at any try", () => {
    const retried = living(overdue, retryRenewal(on(1)))
    expect(nextTimer(retried)).toEqual({ what: "retry", at: daysAfterRenewal(3) })
    const report = renewalIsRefused(
      [
        [1, "soft"],
        [1, "hard"],
      ],
      on(1),
    )
    expect(nextTimer(living(retried, report))).toEqual({ what: "end", at: daysAfterRenewal(21) })
  })

  it("continues if another card of the payer was refused for good", () => {
    const report = renewalIsRefused(
      [
        [1, "soft"],
        [2, "hard"],
      ],
      on(0.5),
    )
    expect(outcomeOf(overdue, report)).toEqual([])
    expect(
      outcomeOf(
        charging,
        renewalIsRefused([
          [2, "hard"],
          [1, "soft"],
        ]),
      ),
    ).toEqual([failedSoftly])
  })

  it("is over after the renewal is paid: the next failed one has all its days", () => {
    const again = living(
      overdue,
      ...[retryRenewal(on(1)), renewalIsPaid(1, on(1)), openRenewal({ period: 3, ...on(30) })],
      renewalIsRefused([[1, "soft"]], { period: 3, ...on(30) }),
    )
    expect(again.renewal?.failure).toEqual({ firstAt: daysAfterRenewal(30), nextRetryAt: daysAfterRenewal(31) })
  })

  it("sends no second bill for an unpaid Pix or slip, and waits until the end", () => {
    expect(outcomeOf(pixOverdue, retryRenewal(on(3)))).toBe("NoRetryDue")
    expect(nextTimer(pixOverdue)).toEqual({ what: "end", at: daysAfterRenewal(21) })
  })

  it("waits for a Pix that the payer got besides the refused card", () => {
    expect(outcomeOf(overdue, renewalAwaits(on(2)))).toEqual([])
    expect(subscriptionStatusOf(living(overdue, renewalAwaits(on(2))))).toBe("overdue")
  })
})

describe("a new card", () => {
  it("is charged at once if a renewal is overdue, and keeps the remaining days", () => {
    const replaced = living(overdue, replaceCard(2, on(2)))
    expect(nextTimer(replaced)).toEqual({ what: "retry", at: daysAfterRenewal(2) })
    expect(outcomeOf(replaced, retryRenewal(on(2)))).toEqual([renewalRetried({ ...on(2), ...retryOn(3) })])
    expect(outcomeOf(living(overdue, replaceCard(2, on(2.5))), retryRenewal(on(2.5)))).toEqual([
      renewalRetried({ ...on(2.5), ...retryOn(7) }),
    ])
  })

  it("is charged even if the previous card was refused for good, whatever is reported about that card again", () => {
    const dead = living(charging, hard)
    const replaced = living(dead, replaceCard(2, on(9)), renewalIsRefused([[1, "hard"]], on(9)))
    expect(nextTimer(replaced)).toEqual({ what: "retry", at: daysAfterRenewal(9) })
    const tried = living(
      replaced,
      retryRenewal(on(9)),
      renewalIsRefused(
        [
          [1, "hard"],
          [2, "soft"],
        ],
        on(9),
      ),
    )
    expect(nextTimer(tried)).toEqual({ what: "end", at: daysAfterRenewal(21) })
  })

  it("is charged as soon as the old one is refused, if it came while that was being charged", () => {
    const replaced = living(charging, replaceCard(2))
    expect(outcomeOf(replaced, hard)).toEqual([renewalFailed({ retryAt: exampleRenewalAt })])
    // The result equals that of a card that came a moment later.
    expect(living(replaced, hard).renewal).toEqual(living(charging, hard, replaceCard(2)).renewal)
    expect(living(replaced, softly).renewal).toEqual(living(charging, softly, replaceCard(2)).renewal)
  })

  it("pays a renewal that was issued as a Pix, after that has expired", () => {
    expect(outcomeOf(living(pixCharging, replaceCard(2)), expired)).toEqual([
      renewalFailed({ retryAt: exampleRenewalAt }),
    ])
    const replaced = living(pixOverdue, replaceCard(2, on(4)))
    expect(nextTimer(replaced)).toEqual({ what: "retry", at: daysAfterRenewal(4) })
    expect(replaced.means).toEqual({ _tag: "credit", card: subscriberCard(2) })
  })

  it("is the one the payer paid an overdue renewal with", () => {
    expect(outcomeOf(overdue, renewalIsPaid(2, on(2)))).toEqual([renewalPaid(on(2)), cardReplaced(2, on(2))])
    expect(living(overdue, renewalIsPaid(2, on(2)))).toMatchObject({
      paidPeriods: 2,
      renewal: null,
      means: { card: subscriberCard(2) },
    })
  })

  it("does not replace a Pix or slip because a card paid one renewal", () => {
    expect(outcomeOf(pixOverdue, renewalIsPaid(2, on(2)))).toEqual([renewalPaid(on(2))])
  })

  it("does nothing if it pays already, and does not make a refused card good", () => {
    expect(outcomeOf(active, replaceCard(1))).toEqual([])
    expect(outcomeOf(living(charging, hard), replaceCard(1))).toEqual([])
  })
})

describe("a report on a renewal", () => {
  it.each([
    ["not open", active, renewalIsPaid(1)],
    ["paid", exampleSubscription({}, renewalOpened(), renewalPaid()), renewalIsPaid(1)],
    ["paid, and refused by another card", exampleSubscription({}, renewalOpened(), renewalPaid()), softly],
    ["of another period", charging, renewalIsPaid(1, { period: 7 })],
    ["being paid", charging, renewalAwaits()],
  ])("records nothing if it is %s", (_, subscription, report) => {
    expect(outcomeOf(subscription, report)).toEqual([])
  })

  it("flags money after the end once", () => {
    const kept = living(canceledOwing, renewalIsPaid(1))
    expect(kept.paidLate).toBe(canceledOwing.renewal?.order)
    expect(kept).toMatchObject({ paidPeriods: 1, canceled: canceledOwing.canceled })
    expect(outcomeOf(kept, renewalIsPaid(1))).toEqual([])
    expect(outcomeOf(kept, renewalIsPaid(null))).toEqual([])
  })
})

describe("an opening", () => {
  it("does nothing for an open renewal", () => {
    expect(outcomeOf(charging, openRenewal())).toEqual([])
    expect(outcomeOf(overdue, openRenewal({ period: 9, ...on(400) }))).toEqual([])
  })

  it("may be three days early for a Pix or slip, but not for a card", () => {
    expect(outcomeOf(exampleSubscription({ means: "pix" }), openRenewal(on(-3)))).toEqual([renewalOpened(on(-3))])
    expect(outcomeOf(active, openRenewal(on(-3)))).toBe("NotDue")
  })

  it("is possible for missed periods one after the other, each after the previous one is paid", () => {
    const late = living(active, openRenewal(on(100)), renewalIsPaid(1, on(100)))
    expect(outcomeOf(late, openRenewal({ period: 3, ...on(100) }))).toEqual([renewalOpened({ period: 3, ...on(100) })])
  })
})

describe("a cancelation", () => {
  it.each([active, charging, overdue, pixOverdue])(
    "is possible in every status, and ends every timer",
    (subscription) => {
      const ended = living(subscription, cancelSubscription())
      expect(subscriptionStatusOf(ended)).toBe("canceled")
      expect(nextTimer(ended)).toBeNull()
      expect(outcomeOf(ended, retryRenewal(on(7)))).toBe("AlreadyCanceled")
    },
  )

  it("leaves no repetition: commands from before the end are refused after it", () => {
    const ended = exampleSubscription({}, renewalOpened(), subscriptionCanceled())
    expect(outcomeOf(ended, openRenewal())).toBe("AlreadyCanceled")
    expect(outcomeOf(ended, replaceCard(1))).toBe("AlreadyCanceled")
  })

  it("keeps the reason of the first end", () => {
    const ended = living(pixOverdue, timePasses(daysAfterRenewal(21)), cancelSubscription(on(22)))
    expect(ended.canceled).toEqual({ at: daysAfterRenewal(21), because: "dunning" })
  })
})
