// A subscription, as shown: its paid period, and the link for paying an overdue one.
import { centavos } from "@vintem/domain/money"
import {
  cardReplaced,
  daysAfterRenewal,
  exampleSubscription,
  renewalFailed,
  renewalKey,
  renewalOpened,
  renewalPaid,
  subscriptionCanceled,
} from "@vintem/testing"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  SubscriberView,
  SubscriberWithPaymentView,
  subscriberView,
  subscriberWithPaymentView,
} from "./subscriber-view.ts"

const publicUrl = "https://pay.example.com"
const view = (...subscription: Parameters<typeof exampleSubscription>) =>
  subscriberView(exampleSubscription(...subscription), publicUrl)
const payment = (...subscription: Parameters<typeof exampleSubscription>) =>
  subscriberWithPaymentView(exampleSubscription(...subscription), publicUrl).payment

const failed = [renewalOpened(), renewalFailed({ retryAt: daysAfterRenewal(1) })] as const

describe("subscriberView", () => {
  it("shows the subscriber, the product, and the paid period", () => {
    expect(view()).toStrictEqual({
      token: "00000000-0000-4000-a000-000000000001",
      status: "subscriber_active",
      link_to_pay: null,
      customer: {
        token: "00000000-0000-4000-8000-000000000001",
        email: "maria@example.com",
        telephone: "(11) 98765-4321",
      },
      subscription: { from: "2026-03-02", to: "2026-04-02", next_charge: "2026-04-02" },
      checkout: { slug: "clube", title: "Clube", total: "100.00" },
      created_at: "2026-03-02 09:00:00",
    })
  })

  it("shows a renewal's charge as the total: the whole product line", () => {
    const item = { productId: 1, sku: "a", title: "A", unitPrice: centavos(990), priceCost: null, quantity: 3 }
    expect(view({ item }).checkout.total).toBe("29.70")
  })

  it("moves with each paid renewal", () => {
    const { status, subscription } = view({}, renewalOpened(), renewalPaid())
    expect(status).toBe("subscriber_active")
    expect(subscription).toStrictEqual({ from: "2026-04-02", to: "2026-05-02", next_charge: "2026-05-02" })
  })

  it("has no next charge after every cycle is paid", () => {
    const recurrence = { every: "month", count: 1, cycles: 2 } as const
    expect(view({ recurrence }).subscription.next_charge).toBe("2026-04-02")
    expect(view({ recurrence }, renewalOpened(), renewalPaid()).subscription).toStrictEqual({
      from: "2026-04-02",
      to: "2026-05-02",
      next_charge: null,
    })
  })

  it("has no next charge after it is canceled, and keeps the paid period", () => {
    expect(view({}, subscriptionCanceled())).toMatchObject({
      status: "subscriber_canceled",
      subscription: { from: "2026-03-02", to: "2026-04-02", next_charge: null },
    })
  })

  it.each([
    ["active", [], null],
    ["active", [renewalOpened()], null],
    ["overdue", [...failed], `${publicUrl}/pay/${renewalKey(2)}`],
    ["overdue", [renewalOpened(), renewalFailed()], `${publicUrl}/pay/${renewalKey(2)}`],
    ["active", [...failed, renewalPaid()], null],
    ["canceled", [...failed, subscriptionCanceled("dunning")], null],
  ] as const)("is %s with a link for paying exactly while it is overdue: %#", (status, changes, link) => {
    expect(view({}, ...changes)).toMatchObject({ status: `subscriber_${status}`, link_to_pay: link })
  })

  it("has every documented field and no other, and so no payment", () => {
    expect(() => Schema.decodeSync(SubscriberView, { onExcessProperty: "error" })(view())).not.toThrow()
  })
})

describe("subscriberWithPaymentView", () => {
  it.each(["pix", "bank_slip"] as const)("shows a subscription by %s without a card", (means) => {
    expect(payment({ means })).toStrictEqual({ method: means, card: null })
  })

  it("shows the card that renewals are charged to, even after it changes", () => {
    expect(payment().card).toStrictEqual({
      brand: "visa",
      last_digits: "1111",
      token: "01890a5d-ac96-774b-bcce-b302099a8058",
    })
    expect(payment({}, cardReplaced(2)).card).toStrictEqual({
      brand: "visa",
      last_digits: "0002",
      token: "00000000-0000-4000-b000-000000000002",
    })
    expect(payment({ means: "pix" }, cardReplaced(2)).method).toBe("credit")
  })

  it("has every documented field and no other", () => {
    const shown = subscriberWithPaymentView(exampleSubscription(), publicUrl)
    expect(() => Schema.decodeSync(SubscriberWithPaymentView, { onExcessProperty: "error" })(shown)).not.toThrow()
  })
})
