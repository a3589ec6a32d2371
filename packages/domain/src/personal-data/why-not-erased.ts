/**
 * What keeps a person from being erased: as long as money may move in their name, their data is needed for it.
 *
 * An order of which nothing was asked of the acquirer, or whose every attempt has ended, does not: nothing charges it by itself, and a payer of
 * an erased person's order is told that there is none.
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
import type { SubscriptionStatus } from "../subscription/subscription-status.ts"

/** The first of any number of names. The caller ends what they name, and asks again. */
export interface FirstNames<Name> {
  /** The number of all names. */
  readonly count: number
  /** At most `namesTold`, in the order of storing. */
  readonly names: ReadonlyArray<Name>
}

/** How many names are told. */
export const namesTold = 10

/**
 * How many there are, and the names of the first.
 *
 * @param all - in the order of storing
 */
export const firstNames = <Name>(all: ReadonlyArray<Name>): FirstNames<Name> => ({
  count: all.length,
  names: all.slice(0, namesTold),
})

/**
 * Why a person is not erased. If several hold, the first is told: what it names is to be ended before.
 *
 * `SubscriptionsRun`: cancel them. `OrdersOpen`: cancel the order, wait for the payment or the end of its time, for the refund to settle, or
 * for the end of the dispute. `BatchesUnfinished`: the links of these lists are still being made; wait, or cancel the batch.
 */
export type WhyNotErased =
  | ({ readonly _tag: "SubscriptionsRun" } & FirstNames<SubscriptionToken>)
  | ({ readonly _tag: "OrdersOpen" } & FirstNames<OrderNumber>)
  | ({ readonly _tag: "BatchesUnfinished" } & FirstNames<BatchToken>)

/** Everything of a person that may still move. */
export interface MovingParts {
  readonly orders: FirstNames<OrderNumber>
  readonly subscriptions: FirstNames<SubscriptionToken>
  /** Those on whose lists the person is. */
  readonly batches: FirstNames<BatchToken>
}

/** Null if nothing prevents it. */
export const whyNotErased = ({ batches, orders, subscriptions }: MovingParts): WhyNotErased | null => {
  if (subscriptions.count > 0) return { _tag: "SubscriptionsRun", ...subscriptions }
  if (orders.count > 0) return { _tag: "OrdersOpen", ...orders }
  return batches.count > 0 ? { _tag: "BatchesUnfinished", ...batches } : null
}

/** Whether it charges by itself. */
export const isRunning = (status: SubscriptionStatus): boolean => status !== "canceled"

/** The statuses of an order that waits for money, or for somebody to decide where it stays. */
export const openStatuses: ReadonlySet<OrderStatus> = new Set([
  "pending",
  "risk_analysis",
  "waiting_payment",
  "dispute",
])

/** Whether money of the order may move by itself. */
export const isOpen = (order: Order): boolean =>
  openStatuses.has(statusOf(order)) || order.refunds.some(({ facts }) => isRefundUnderWay(facts))

const unfinishedStatuses: ReadonlySet<string> = new Set(["pending", "processing"])

/** Whether links of the batch are still being made. */
export const isUnfinished = (batch: Batch): boolean => unfinishedStatuses.has(batchStatusOf(batch))
