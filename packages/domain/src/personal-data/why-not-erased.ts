/**
 * What keeps a person from being erased: as long as money may move in their name, their data is needed for it.
 */

import type { Batch } from "../batch/batch.ts"
import { batchStatusOf } from "../batch/batch-status.ts"
import type { BatchToken } from "../identifiers/batch.ts"
import type { OrderNumber } from "../identifiers/order.ts"
import type { SubscriptionToken } from "../identifiers/subscription.ts"
import { isRefundUnderWay } from "../order/facts.ts"
import type { Order } from "../order/order.ts"
import type { OrderStatus } from "../order/order-status.ts"
import { statusOf } from "../order/status-rules.ts"
import type { Subscription } from "../subscription/subscription.ts"
import { subscriptionStatusOf } from "../subscription/subscription-status.ts"

/**
 * Why a person is not erased. Where several hold, the first is told: what it names is to be ended before.
 *
 * `SubscriptionsRun`: cancel them. `OrdersOpen`: cancel the order, wait for the payment or the end of its time, for the refund to settle, or
 * for the end of the dispute. `BatchesUnfinished`: the links of these lists are still being made; wait, or cancel the batch.
 */
export type WhyNotErased =
  | { readonly _tag: "SubscriptionsRun"; readonly subscriptions: ReadonlyArray<SubscriptionToken> }
  | { readonly _tag: "OrdersOpen"; readonly orders: ReadonlyArray<OrderNumber> }
  | { readonly _tag: "BatchesUnfinished"; readonly batches: ReadonlyArray<BatchToken> }

/** Everything of a person that may still move. */
export interface MovingParts {
  readonly orders: ReadonlyArray<Order>
  readonly subscriptions: ReadonlyArray<Subscription>
  /** Those on whose lists the person is. */
  readonly batches: ReadonlyArray<Batch>
}

/** Null where nothing prevents it. */
export const whyNotErased = ({ batches, orders, subscriptions }: MovingParts): WhyNotErased | null => {
  const running = subscriptions.filter((one) => subscriptionStatusOf(one) !== "canceled")
  if (running.length > 0) {
    return { _tag: "SubscriptionsRun", subscriptions: running.map(({ details }) => details.token) }
  }
  const open = orders.filter(isOpen)
  if (open.length > 0) return { _tag: "OrdersOpen", orders: open.map(({ details }) => details.number) }
  const unfinished = batches.filter((batch) => unfinishedStatuses.has(batchStatusOf(batch)))
  return unfinished.length > 0
    ? { _tag: "BatchesUnfinished", batches: unfinished.map(({ details }) => details.token) }
    : null
}

const unfinishedStatuses: ReadonlySet<string> = new Set(["pending", "processing"])

const openStatuses: ReadonlySet<OrderStatus> = new Set([
  "created",
  "pending",
  "risk_analysis",
  "waiting_payment",
  "dispute",
])

const isOpen = (order: Order): boolean =>
  openStatuses.has(statusOf(order)) || order.refunds.some(({ facts }) => isRefundUnderWay(facts))
