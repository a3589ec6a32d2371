// What prevents the erasure of a person.
import { describe, expect, it } from "vitest"
import { batchCanceled, exampleBatch, itemsClaimed, itemsDone } from "../../testing/batch/example-batch.ts"
import {
  attemptReported,
  attemptStarted,
  caseReported,
  orderCanceled,
  refundReported,
} from "../../testing/order/example-moves.ts"
import { exampleOrder } from "../../testing/order/example-order.ts"
import { exampleSubscription } from "../../testing/subscription/example-subscription.ts"
import { subscriptionCanceled } from "../../testing/subscription/example-subscription-moves.ts"
import type { Order } from "../order/order.ts"
import { statusOf } from "../order/status-rules.ts"
import { type MovingParts, whyNotErased } from "./why-not-erased.ts"

const nothing: MovingParts = { orders: [], subscriptions: [], batches: [] }
const because = (parts: Partial<MovingParts>) => whyNotErased({ ...nothing, ...parts })

const paid = [attemptStarted(1, "credit"), attemptReported(1, "confirmed")] as const
const open = exampleOrder(attemptStarted(1, "pix"), attemptReported(1, "open"))
const running = exampleSubscription()
const unfinished = exampleBatch(2)

describe("whyNotErased", () => {
  it("is null without anything that may move", () => {
    expect(because({})).toBeNull()
  })

  it("names subscriptions that run", () => {
    expect(because({ subscriptions: [running, exampleSubscription({}, subscriptionCanceled())] })).toEqual({
      _tag: "SubscriptionsRun",
      subscriptions: [running.details.token],
    })
    expect(because({ subscriptions: [exampleSubscription({}, subscriptionCanceled())] })).toBeNull()
  })

  it.each<[string, Order, string, boolean]>([
    ["waits to be tried", exampleOrder(), "created", true],
    ["waits for an answer", exampleOrder(attemptStarted(1, "credit")), "pending", true],
    ["is under review", exampleOrder(attemptStarted(1, "credit"), attemptReported(1, "review")), "risk_analysis", true],
    ["waits for a Pix", open, "waiting_payment", true],
    ["is disputed", exampleOrder(...paid, caseReported(1, "opened")), "dispute", true],
    ["is being refunded", exampleOrder(...paid, refundReported(1, "requested")), "paid", true],
    ["is refunded", exampleOrder(...paid, refundReported(1, "settled")), "refund", false],
    ["is paid", exampleOrder(...paid), "paid", false],
    ["is canceled", exampleOrder(orderCanceled), "canceled", false],
  ])("judges an order that %s", (_, order, status, isKept) => {
    expect(statusOf(order)).toBe(status)
    expect(because({ orders: [order] })).toEqual(isKept ? { _tag: "OrdersOpen", orders: [order.details.number] } : null)
  })

  it("names batches whose links are being made", () => {
    const reason = { _tag: "BatchesUnfinished", batches: [unfinished.details.token] }
    expect(because({ batches: [unfinished] })).toEqual(reason)
    expect(because({ batches: [exampleBatch(2, itemsClaimed(1))] })).toEqual(reason)
    expect(because({ batches: [exampleBatch(1, itemsClaimed(1), itemsDone(1, 1))] })).toBeNull()
    expect(because({ batches: [exampleBatch(2, batchCanceled)] })).toBeNull()
  })

  it("tells subscriptions before orders, and orders before batches", () => {
    const all = { subscriptions: [running], orders: [open], batches: [unfinished] }
    expect(because(all)?._tag).toBe("SubscriptionsRun")
    expect(because({ ...all, subscriptions: [] })?._tag).toBe("OrdersOpen")
    expect(because({ ...all, subscriptions: [], orders: [] })?._tag).toBe("BatchesUnfinished")
  })
})
