/**
 * Why a person cannot be erased: while money may move in their name, their data is needed.
 *
 * An order does not prevent it if the acquirer was never asked, or if every attempt has ended: nothing charges it by
 * itself, and a payer of an erased person's order gets "not found".
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

/** The first of any number of names. The caller ends the named things, and asks again. */
export interface FirstNames<Name> {
  /** The number of all names. */
  readonly count: number
  /** At most `namesTold`, in the order of storing. */
  readonly names: ReadonlyArray<Name>
}

/** How many names are returned. */
export const namesTold = 10

/**
 * The number of all names, and the first of them.
 *
 * @param all - in the order of storing
 */
export const firstNames = <Name>(all: ReadonlyArray<Name>): FirstNames<Name> => ({
  count: all.length,
  names: all.slice(0, namesTold),
})

/**
 * Why a person is not erased. If several reasons hold, the first is given. The named things have to end before.
 *
 * `SubscriptionsRun`: cancel them. `OrdersOpen`: cancel the order, wait for the payment or for its expiry, for the
 * refund to settle, or for the end of the dispute. `BatchesUnfinished`: the links of these lists are still being made;
 * wait, or cancel the batch.
 */
export type WhyNotErased =
  | ({ readonly _tag: "SubscriptionsRun" } & FirstNames<SubscriptionToken>)
  | ({ readonly _tag: "OrdersOpen" } & FirstNames<OrderNumber>)
  | ({ readonly _tag: "BatchesUnfinished" } & FirstNames<BatchToken>)

/** Everything of a person that may still move money or make links. */
export interface MovingParts {
  readonly orders: FirstNames<OrderNumber>
  readonly subscriptions: FirstNames<SubscriptionToken>
  /** Batches with the person on their list. */
  readonly batches: FirstNames<BatchToken>
}

/** Null if nothing prevents the erasure. */
export const whyNotErased = ({ batches, orders, subscriptions }: MovingParts): WhyNotErased | null => {
  if (subscriptions.count > 0) return { _tag: "SubscriptionsRun", ...subscriptions }
  if (orders.count > 0) return { _tag: "OrdersOpen", ...orders }
  return batches.count > 0 ? { _tag: "BatchesUnfinished", ...batches } : null
}

/** True if it charges by itself. */
export const isRunning = (status: SubscriptionStatus): boolean => status !== "canceled"

/** The statuses of an order that waits for money, or for a decision about it. */
export const openStatuses: ReadonlySet<OrderStatus> = new Set([
  "pending",
  "risk_analysis",
  "waiting_payment",
  "dispute",
])

/** True if money of the order may move by itself. */
export const isOpen = (order: Order): boolean =>
  openStatuses.has(statusOf(order)) || order.refunds.some(({ facts }) => isRefundUnderWay(facts))

const unfinishedStatuses: ReadonlySet<string> = new Set(["pending", "processing"])

/** True if links of the batch are still being made. */
export const isUnfinished = (batch: Batch): boolean => unfinishedStatuses.has(batchStatusOf(batch))
