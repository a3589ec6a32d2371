/**
 * Sends one event again.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  JobQueue,
  type StorageUnavailable,
  type Trail,
  WebhookDeliveryRepository,
  type WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { redelivered, usualTries, type WebhookDelivery, type WebhookEventId } from "@vintem/domain/webhook"
import { Clock, Effect, Option, Schema } from "effect"
import { deliveryJobOf } from "../queue/work.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { isErased, requireWebhook, WebhookOff } from "./webhook-off.ts"

/** The company has no such delivery; other companies' deliveries do not count. Nothing was done. */
export class NoSuchDelivery extends Schema.TaggedError<NoSuchDelivery>()("NoSuchDelivery", {}) {}

/** The event to send again. */
export interface RedeliverWebhook {
  readonly company: CompanyId
  readonly id: WebhookEventId
}

/**
 * Part of a unit: sends it again, now and from the beginning of its retry schedule, whether it was delivered, failed or
 * is still being tried. Fails with `NoSuchDelivery`, and with `WebhookOff` if there is no webhook to send it to, or its
 * customer was erased.
 */
export const redeliverWebhook = Effect.fn("redeliverWebhook")(function* ({
  company,
  id,
}: RedeliverWebhook): Effect.fn.Return<
  WebhookDelivery,
  NoSuchDelivery | StorageUnavailable | WebhookOff,
  Trail | JobQueue | WebhookDeliveryRepository | WebhookEndpointRepository
> {
  const deliveries = yield* WebhookDeliveryRepository
  const at = instant(yield* Clock.currentTimeMillis)
  const found = yield* deliveries.find(company, id)
  if (Option.isNone(found)) return yield* new NoSuchDelivery()
  if (isErased(found.value)) return yield* new WebhookOff({ because: "customer_erased" })
  yield* requireWebhook(company)
  const again = yield* sendAgain(found.value, at)
  const [before, after] = [{ state: found.value.state }, { state: again.state }]
  yield* recordInCompany(company, { action: "webhook.redeliver", subject: id, before, after })
  return again
})

/**
 * Part of a unit. A delivery in flight is not sent twice: that attempt counts. One that waits under the ordering key of
 * its order keeps its job, so that later deliveries do not overtake it; one in the long tail gets the ordering key
 * again.
 */
export const sendAgain = Effect.fnUntraced(function* (
  delivery: WebhookDelivery,
  at: Instant,
): Effect.fn.Return<WebhookDelivery, StorageUnavailable, JobQueue | WebhookDeliveryRepository> {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const { event, nextAttemptAt, tries } = delivery
  const again = redelivered(delivery, at)
  const job = deliveryJobOf(event, at)
  yield* deliveries.save(again)
  if (nextAttemptAt !== null && tries < usualTries) yield* queue.reschedule(job.company, job.name, at)
  else if (nextAttemptAt !== null && nextAttemptAt > at) yield* queue.withdraw(job.company, [job.name])
  yield* queue.enqueue([job])
  return again
})
