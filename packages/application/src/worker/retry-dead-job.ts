/** Runs a given-up job again: at once, and with as many retries as a new job. */
import { type Instant, instant } from "@vintem/domain/calendar"
import {
  type JobId,
  JobQueue,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
  WebhookDeliveryRepository,
  type WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { type WorkOf, workOf } from "../queue/work.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { sendAgain } from "../webhooks/redeliver-webhook.ts"
import { isErased, requireWebhook, WebhookOff } from "../webhooks/webhook-off.ts"

/**
 * Fails with `WebhookOff` if it is a delivery and the company has no webhook to send to.
 *
 * @returns false if no such job was given up, or a job with its name waits already
 */
export const retryDeadJob = Effect.fn("retryDeadJob")(function* (
  job: JobId,
): Effect.fn.Return<
  boolean,
  StorageUnavailable | WebhookOff,
  Trail | JobQueue | UnitOfWork | WebhookDeliveryRepository | WebhookEndpointRepository
> {
  const { commit } = yield* UnitOfWork
  return yield* commit(retried(job, instant(yield* Clock.currentTimeMillis)))
})

/** Part of a unit. */
const retried = Effect.fnUntraced(function* (job: JobId, at: Instant) {
  const { revive } = yield* JobQueue
  const revived = yield* revive(job, at)
  if (Option.isNone(revived)) return false
  const work = yield* Effect.option(workOf(revived.value.payload))
  if (Option.isSome(work) && work.value._tag === "DeliverWebhook") yield* deliveryRetried(work.value, at)
  const { company, kind } = revived.value
  yield* recordInCompany(company, { action: "job.retry", subject: job, before: null, after: { kind } })
  return true
})

/** Part of a unit. The delivery was given up with its job; without this it would not be sent. */
const deliveryRetried = Effect.fnUntraced(function* ({ company, event }: WorkOf<"DeliverWebhook">, at: Instant) {
  const deliveries = yield* WebhookDeliveryRepository
  const found = yield* deliveries.find(company, event)
  if (Option.isNone(found) || found.value.state === "pending") return
  if (isErased(found.value)) return yield* new WebhookOff({ because: "customer_erased" })
  yield* requireWebhook(company)
  yield* sendAgain(found.value, at)
})
