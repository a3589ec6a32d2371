// The reasons against erasing a person.

import { type Order, statusOf } from "@vintem/domain/order"
import {
  firstNames,
  isOpen,
  isRunning,
  isUnfinished,
  type MovingParts,
  whyNotErased,
} from "@vintem/domain/personal-data"
import { subscriptionStatusOf } from "@vintem/domain/subscription"
import {
  attemptReported,
  attemptStarted,
  batchCanceled,
  caseReported,
  exampleBatch,
  exampleOrder,
  exampleSubscription,
  itemsClaimed,
  itemsDone,
  orderCanceled,
  refundReported,
  subscriptionCanceled,
} from "@vintem/testing"
import { describe, expect, it } from "vitest"

const none = firstNames([])
const because = (parts: Partial<MovingParts>) =>
  whyNotErased({ orders: none, subscriptions: none, batches: none, ...parts })

const paid = [attemptStarted(1, "credit"), attemptReported(1, "confirmed")] as const
const open = exampleOrder(attemptStarted(1, "pix"), attemptReported(1, "open"))

describe("whyNotErased", () => {
  it("is null if nothing may move", () => {
    expect(because({})).toBeNull()
  })

  it("reports subscriptions before orders, and orders before batches", () => {
    const { details } = exampleBatch(2)
    const orders = firstNames([open.details.number])
    const subscriptions = firstNames([exampleSubscription().details.token])
    const all = { subscriptions, orders, batches: firstNames([details.token]) }
    expect(because(all)).toEqual({ _tag: "SubscriptionsRun", ...subscriptions })
    expect(because({ ...all, subscriptions: none })).toEqual({ _tag: "OrdersOpen", ...orders })
    expect(because({ batches: all.batches })).toEqual({ _tag: "BatchesUnfinished", count: 1, names: [details.token] })
  })
})

describe("the things that may move", () => {
  it.each<[string, Order, string, boolean]>([
    ["waits to be tried", exampleOrder(), "created", false],
    ["was refused", exampleOrder(attemptStarted(1, "credit"), attemptReported(1, "refused")), "unpaid", false],
    ["waits for an answer", exampleOrder(attemptStarted(1, "credit")), "pending", true],
    ["is under review", exampleOrder(attemptStarted(1, "credit"), attemptReported(1, "review")), "risk_analysis", true],
    ["waits for a Pix", open, "waiting_payment", true],
    ["is disputed", exampleOrder(...paid, caseReported(1, "opened")), "dispute", true],
    ["is being refunded", exampleOrder(...paid, refundReported(1, "requested")), "paid", true],
    ["is refunded", exampleOrder(...paid, refundReported(1, "settled")), "refund", false],
    ["is paid", exampleOrder(...paid), "paid", false],
    ["is canceled", exampleOrder(orderCanceled), "canceled", false],
  ])("include or exclude an order that %s", (_, order, status, isKept) => {
    expect([statusOf(order), isOpen(order)]).toEqual([status, isKept])
  })

  it("include a running subscription", () => {
    expect(isRunning(subscriptionStatusOf(exampleSubscription()))).toBe(true)
    expect(isRunning("overdue")).toBe(true)
    expect(isRunning(subscriptionStatusOf(exampleSubscription({}, subscriptionCanceled())))).toBe(false)
  })

  it("include a batch whose links are being made", () => {
    expect(isUnfinished(exampleBatch(2))).toBe(true)
    expect(isUnfinished(exampleBatch(2, itemsClaimed(1)))).toBe(true)
    expect(isUnfinished(exampleBatch(1, itemsClaimed(1), itemsDone(1, 1)))).toBe(false)
    expect(isUnfinished(exampleBatch(2, batchCanceled))).toBe(false)
  })

  it("are named up to ten, and all counted", () => {
    expect(firstNames(Array.from({ length: 12 }, (_, n) => n))).toEqual({
      count: 12,
      names: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    })
  })
})
