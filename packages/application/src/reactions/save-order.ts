/**
 * Saves an order with what follows from a change: notifications, and jobs.
 */
import { OrderRepository } from "@vintem/domain/ports"
import { Effect } from "effect"
import { queueJobs } from "./jobs.ts"
import type { Steps } from "./steps.ts"
import { queueWebhooks } from "./webhooks.ts"

/** Part of a unit. @returns the order as it is saved */
export const saveOrder = Effect.fnUntraced(function* (steps: Steps) {
  const orders = yield* OrderRepository
  const { after, events } = steps
  yield* orders.save(after, events)
  yield* queueWebhooks(steps)
  yield* queueJobs(after, events)
  return after
})
