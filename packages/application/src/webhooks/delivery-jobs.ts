/** The jobs of single deliveries: those that cannot be sent in a batch, and those that failed. */
import { type Instant, instant } from "@vintem/domain/calendar"
import {
  type Job,
  type JobQueue,
  type StorageUnavailable,
  UnitOfWork,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { Cause, Clock, Effect, Option } from "effect"
import type { OwnJob } from "../queue/own-job.ts"
import { recordFailure, runJob } from "../queue/run-job.ts"
import { decodeDeliveryWork, deliveryWorkOf } from "../queue/work.ts"
import { deliverWebhook } from "./deliver-webhook.ts"
import { giveUpDelivery } from "./give-up-delivery.ts"

/** Runs the job of one delivery that cannot be sent now. */
export const runDeliveryJob = (
  own: OwnJob,
): Effect.Effect<
  void,
  StorageUnavailable,
  JobQueue | UnitOfWork | WebhookDeliveryRepository | WebhookEndpointRepository
> => runJob(own, { handle, giveUp: giveUpDeliveryJob })

const handle = Effect.fnUntraced(function* (own: OwnJob) {
  yield* deliverWebhook(own, yield* decodeDeliveryWork(own.job.payload))
})

/** Part of a unit. If a delivery's job is given up, its delivery is, too. Other jobs have no such consequence. */
export const giveUpDeliveryJob = Effect.fnUntraced(function* (
  job: Job,
  reason: string,
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, WebhookDeliveryRepository> {
  const work = deliveryWorkOf(job.payload)
  if (Option.isSome(work)) yield* giveUpDelivery(work.value, reason, at)
})

/**
 * A delivery that could not be sent or recorded fails like any job. If even that cannot be stored, its lease ends by
 * itself.
 */
export const failDeliveryJob = Effect.fnUntraced(function* (
  own: OwnJob,
  cause: Cause.Cause<unknown>,
): Effect.fn.Return<void, never, JobQueue | UnitOfWork | WebhookDeliveryRepository> {
  const { job } = own
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  yield* Effect.logWarning("a webhook could not be delivered", { job: job.id, claims: job.claims }, cause)
  yield* commit(recordFailure(own, Cause.squash(cause), now, giveUpDeliveryJob)).pipe(
    Effect.catchCause((again) => Effect.logError("the job stays claimed until its lease expires", again)),
  )
})
