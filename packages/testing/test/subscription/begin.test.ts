// The beginning of a subscription: the first payment of an order for a recurring checkout.

import { instant } from "@vintem/domain/calendar"
import { evolve, type Order, type OrderChange, type OrderDetails, placed } from "@vintem/domain/order"
import { isSubscribing, subscriptionBegunBy } from "@vintem/domain/subscription"
import {
  attemptReported,
  attemptStarted,
  exampleCard,
  exampleNow,
  exampleOrderDetails,
  examplePlaced,
  exampleSubscriptionToken,
  orderCanceled,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const offer = { title: "Clube", slug: "clube", product: { title: "Clube", sku: "clube" } }
const recurrence = { every: "month", count: 1, cycles: 12 } as const
const names = { token: exampleSubscriptionToken(1), customerToken: "00000000-0000-4000-8000-000000000001" }

const orderOf = (details: Partial<OrderDetails>, ...changes: ReadonlyArray<OrderChange>): Order =>
  changes.reduce(evolve, placed(examplePlaced({ checkout: { ...offer, recurrence }, ...details })))

const later = (hours: number) => ({ at: instant(exampleNow + hours * 3_600_000) })

describe("a subscription", () => {
  const [item] = exampleOrderDetails().items

  it("begins with the sold product, on the day of the payment", () => {
    const order = orderOf(
      { src: "campanha", ref: "pedido-1" },
      attemptStarted(1, "credit"),
      attemptReported(1, "confirmed"),
    )
    const { company, number, customerId, customer, address } = order.details
    expect(subscriptionBegunBy(order, names)).toEqual({
      _tag: "SubscriptionBegun",
      details: {
        ...{ company, ...names, firstOrder: number, src: "campanha", ref: "pedido-1", checkout: offer },
        ...{ customerId, customer, address, item, recurrence, anchor: "2026-03-02", createdAt: exampleNow },
      },
      means: { _tag: "credit", card: exampleCard },
      at: exampleNow,
    })
  })

  it.each(["pix", "bank_slip"] as const)("is paid like its first order: by %s", (method) => {
    const order = orderOf({}, attemptStarted(1, method), attemptReported(1, "open"), attemptReported(1, "confirmed"))
    expect(subscriptionBegunBy(order, names)?.means).toEqual({ _tag: method })
  })

  it("begins late if the money comes late, even if the order was canceled meanwhile", () => {
    const days = later(24 * 40)
    const paid = [
      attemptStarted(1, "pix"),
      attemptReported(1, "expired"),
      orderCanceled,
      attemptReported(1, "confirmed", days),
    ]
    const begun = subscriptionBegunBy(orderOf({}, ...paid), names)
    expect(begun?.details).toMatchObject({ anchor: "2026-04-11", createdAt: days.at })
    expect(begun?.at).toBe(days.at)
  })

  it("begins on the day in São Paulo: two in the morning in UTC is the evening before", () => {
    const evening = { at: instant(Date.UTC(2026, 2, 3, 2, 59)) }
    const order = orderOf({}, attemptStarted(1, "pix"), attemptReported(1, "confirmed", evening))
    expect(subscriptionBegunBy(order, names)?.details.anchor).toBe("2026-03-02")
  })

  it("begins with the first of two payments, whichever was requested first", () => {
    const attempts = [attemptStarted(1, "pix"), attemptStarted(2, "credit")]
    const order = orderOf({}, ...attempts, attemptReported(2, "confirmed"), attemptReported(1, "confirmed", later(30)))
    expect(subscriptionBegunBy(order, names)).toMatchObject({ means: { _tag: "credit" }, at: exampleNow })
  })

  it("charges the product line only, whatever else was sold", () => {
    const line = {
      productId: 7,
      sku: "clube",
      title: "Clube",
      unitPrice: exampleOrderDetails().amount,
      priceCost: null,
      quantity: 3,
    }
    const order = orderOf(
      { items: [line, ...exampleOrderDetails().items] },
      attemptStarted(1, "pix"),
      attemptReported(1, "confirmed"),
    )
    expect(subscriptionBegunBy(order, names)?.details.item).toEqual(line)
  })
})

describe("no subscription", () => {
  const paid = [attemptStarted(1, "credit"), attemptReported(1, "confirmed")]
  const renewal = { token: names.token, period: 2 }

  it.each<readonly [string, boolean, Partial<OrderDetails>, ReadonlyArray<OrderChange>]>([
    ["of which nothing was paid", true, {}, []],
    ["whose Pix is open", true, {}, [attemptStarted(1, "pix"), attemptReported(1, "open")]],
    ["whose card was refused", true, {}, [attemptStarted(1, "credit"), attemptReported(1, "refused")]],
    ["on an offer that does not recur", false, { checkout: offer }, paid],
    ["without an offer", false, { checkout: null }, paid],
    ["that is a renewal itself", false, { subscription: renewal }, paid],
    ["of nothing", true, { items: [] }, paid],
  ])("begins with an order %s", (_, isAsked, details, changes) => {
    const order = orderOf(details, ...changes)
    expect(isSubscribing(order)).toBe(isAsked)
    expect(subscriptionBegunBy(order, names)).toBeNull()
  })
})
