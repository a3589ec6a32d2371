/**
 * Saves an order with what follows from a change: notifications, and jobs.
 */
import type { Order } from "@vintem/domain/order"
import {
  type JobQueue,
  type OrderConflict,
  OrderRepository,
  type StorageUnavailable,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookPayload,
} from "@vintem/domain/ports"
import { Effect } from "effect"
import type { ChargePolicy } from "../charging/charge-policy.ts"
import { queueJobs } from "./jobs.ts"
import type { Steps } from "./steps.ts"
import { alarmOfUnsent } from "./unsent-paid.ts"
import { queueWebhooks } from "./webhooks.ts"

/** Part of a unit. @returns the order as it is saved */
export const saveOrder = Effect.fnUntraced(function* (
  steps: Steps,
): Effect.fn.Return<
  Order,
  OrderConflict | StorageUnavailable,
  ChargePolicy | JobQueue | OrderRepository | WebhookDeliveryRepository | WebhookEndpointRepository | WebhookPayload
> {
  const orders = yield* OrderRepository
  const { after, events } = steps
  yield* orders.save(after, events)
  yield* alarmOfUnsent(steps)
  yield* queueWebhooks(steps)
  yield* queueJobs(after, events)
  return after
})
