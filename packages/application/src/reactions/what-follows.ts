/**
 * All that follows from a change of an order: this file is the list, and its order is that of the commit.
 */
import type { Order } from "@vintem/domain/order"
import { cardAttemptWrites } from "./card-attempts.ts"
import type { Consequence } from "./consequence.ts"
import { couponWrites } from "./coupon.ts"
import { orderWrites } from "./order-writes.ts"
import { linkWrites } from "./payment-link.ts"
import { receiptWrites } from "./receipt.ts"
import { cardWrites } from "./saved-card.ts"
import { updatedSubscription } from "./subscription.ts"
import type { Surroundings } from "./surroundings.ts"
import type { NotifiedChange } from "./webhooks.ts"

/** The order as it is saved, and what is written with it. */
export interface Consequences {
  readonly order: Order
  readonly writes: ReadonlyArray<Consequence>
}

export const whatFollows = (around: Surroundings): Consequences => {
  const { link } = around
  const { after: order, events } = around.steps
  const saved = (change: NotifiedChange) => orderWrites(change, around.acquirerTimeoutMillis)
  return {
    order,
    writes: [
      ...saved(around),
      ...(around.isReceiptWanted ? receiptWrites(order) : []),
      ...couponWrites(order),
      ...cardAttemptWrites(order, events),
      ...(link === null ? [] : linkWrites(link, order)),
      ...around.duplicates.flatMap(saved),
      ...cardWrites(order, events),
      ...updatedSubscription(order, around.subscription, saved),
    ],
  }
}
