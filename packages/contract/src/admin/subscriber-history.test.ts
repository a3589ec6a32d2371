// The history of a subscription, as the administration shows it.
import type { SubscriptionChange } from "@vintem/domain/subscription"
import {
  type Beginning,
  cardReplaced,
  daysAfterRenewal,
  exampleSubscription,
  exampleSubscriptionBegun,
  latePaymentKept,
  renewalFailed,
  renewalOpened,
  renewalPaid,
  renewalRetried,
  subscriptionCanceled,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { SubscriberHistoryView, subscriberHistoryView } from "./subscriber-history.ts"

const historyOf = (beginning: Beginning = {}, ...changes: ReadonlyArray<SubscriptionChange>) =>
  subscriberHistoryView(exampleSubscription(beginning, ...changes), [exampleSubscriptionBegun(beginning), ...changes])

const overdue = [renewalOpened(), renewalFailed({ retryAt: daysAfterRenewal(1) })]

const everything = [
  ...overdue,
  renewalRetried({ at: daysAfterRenewal(1), retryAt: daysAfterRenewal(3) }),
  cardReplaced(2, { at: daysAfterRenewal(2) }),
  renewalPaid({ at: daysAfterRenewal(2) }),
  renewalOpened({ period: 3, at: daysAfterRenewal(30) }),
  subscriptionCanceled("asked", { at: daysAfterRenewal(31) }),
  latePaymentKept({ period: 3, at: daysAfterRenewal(32) }),
]

describe("subscriberHistoryView", () => {
  it("shows every fact in sequence, with the status after it", () => {
    expect(historyOf({}, ...everything).events).toMatchObject([
      {
        sequence: 1,
        type: "subscription_begun",
        at: "2026-03-02 09:00:00",
        order_number: "EXEMPLO1",
        period: 1,
        card: { brand: "visa", last_digits: "1111" },
        next_retry_at: null,
        because: null,
        status: "subscriber_active",
      },
      { sequence: 2, type: "renewal_opened", order_number: "RENOVA2", period: 2, card: null },
      { sequence: 3, type: "renewal_failed", next_retry_at: "2026-04-03 00:00:00", status: "subscriber_overdue" },
      { sequence: 4, type: "renewal_retried", next_retry_at: "2026-04-05 00:00:00", status: "subscriber_overdue" },
      { sequence: 5, type: "card_replaced", card: { last_digits: "0002" }, order_number: null },
      { sequence: 6, type: "renewal_paid", period: 2, status: "subscriber_active" },
      { sequence: 7, type: "renewal_opened", period: 3 },
      { sequence: 8, type: "subscription_canceled", because: "asked", status: "subscriber_canceled" },
      { sequence: 9, type: "late_payment_kept", order_number: "RENOVA3", status: "subscriber_canceled" },
    ])
  })

  it.each([
    ["begins", [], "subscriber_active", { what: "renew", at: "2026-04-02 00:00:00" }],
    ["waits for a payment", [renewalOpened()], "subscriber_active", null],
    ["is overdue", overdue, "subscriber_overdue", { what: "retry", at: "2026-04-03 00:00:00" }],
    [
      "has nothing to retry",
      [renewalOpened(), renewalFailed()],
      "subscriber_overdue",
      { what: "end", at: "2026-04-23 00:00:00" },
    ],
    ["has ended", [subscriptionCanceled()], "subscriber_canceled", null],
  ] as const)("says what comes next if it %s", (_, changes, status, next) => {
    expect(historyOf({}, ...changes).explanation).toStrictEqual({
      status,
      because: expect.stringMatching(/^\w.+/u),
      next,
      paid_late: null,
    })
  })

  it("shows a payment that came after the end", () => {
    expect(historyOf({}, ...everything).explanation.paid_late).toBe("RENOVA3")
  })

  it("shows neither a card's token nor anybody's name", () => {
    const text = JSON.stringify(historyOf({}, ...everything))
    expect(text).not.toMatch(/Maria|-4000-b000-|01890a5d/u)
  })

  it("has every documented field and no other", () => {
    const shown = historyOf({ means: "pix" }, ...everything)
    expect(() => Schema.decodeSync(SubscriberHistoryView, { onExcessProperty: "error" })(shown)).not.toThrow()
  })
})
