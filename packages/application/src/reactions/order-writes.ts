/**
 * An order with what follows from every change of it: notifications and jobs.
 */

import type { Consequence } from "./consequence.ts"
import { jobWrites } from "./jobs.ts"
import { type NotifiedChange, notificationWrites } from "./webhooks.ts"

/** The writes of an order's change. */
export type OrderWrite = Consequence<"AddDeliveries" | "EnqueueJobs" | "SaveOrder" | "WithdrawJobs">

export const orderWrites = (change: NotifiedChange, acquirerTimeoutMillis: number): ReadonlyArray<OrderWrite> => {
  const { after: order, before, events } = change.steps
  return [
    { _tag: "SaveOrder", before, order, events },
    ...notificationWrites(change),
    ...jobWrites(order, events, acquirerTimeoutMillis),
  ]
}
