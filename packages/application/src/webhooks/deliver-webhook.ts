/**
 * Delivers one event to a company. The request is made outside of any unit: a process that dies after it sends the same bytes under the
 * same id again.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  JobQueue,
  type StorageUnavailable,
  type UnitOfWork,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  WebhookSender,
  WebhookSigner,
} from "@vintem/domain/ports"
import {
  givenUp,
  retriesBeganAt,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEventId,
  type WebhookOutcome,
} from "@vintem/domain/webhook"
import { Clock, Effect, Option } from "effect"
import { commitOwn, type OwnJob, settleJob } from "../queue/own-job.ts"
import { deliveryJobOf, type WorkOf } from "../queue/work.ts"
import { signedMessage } from "./signed-message.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/** Handles a delivery that cannot be sent, or not now. `sendClaimed` has sent those that can. */
export const deliverWebhook = Effect.fnUntraced(function* (
  own: OwnJob,
  { company, event: id }: WorkOf<"DeliverWebhook">,
): Effect.fn.Return<
  unknown,
  StorageUnavailable,
  JobQueue | UnitOfWork | WebhookDeliveryRepository | WebhookEndpointRepository
> {
  const deliveries = yield* WebhookDeliveryRepository
  const endpoints = yield* WebhookEndpointRepository
  const delivery = Option.getOrNull(yield* deliveries.find(company, id))
  const endpoint = Option.getOrNull(yield* endpoints.find(company))
  if (delivery === null || delivery.state !== "pending") return yield* commitOwn(nothingToSend(own, company, id))
  if (endpoint === null) return yield* commitOwn(abandoned(own, delivery, "no webhook is configured"))
  if (!endpoint.isEnabled) return yield* commitOwn(abandoned(own, delivery, "the webhook is disabled"))
  if (!isMeantFor(delivery, endpoint)) {
    return yield* commitOwn(abandoned(own, delivery, "the webhook was configured later"))
  }
  // The webhook was disabled, or missing, a moment ago.
  return yield* commitOwn(settleJob(own, { _tag: "Again", dueAt: instant(yield* Clock.currentTimeMillis) }))
})

/**
 * Part of a unit. A concurrent redelivery adds no job while this one exists. So this looks again now that the job is
 * gone.
 */
const nothingToSend = Effect.fnUntraced(function* (own: OwnJob, company: CompanyId, id: WebhookEventId) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  yield* settleJob(own, { _tag: "Done" })
  const { event, nextAttemptAt = null } = Option.getOrNull(yield* deliveries.find(company, id)) ?? {}
  if (event !== undefined && nextAttemptAt !== null) yield* queue.enqueue([deliveryJobOf(event, nextAttemptAt)])
})

/** Events of a removed webhook are not sent to the next one unless the company asks for them. */
export const isMeantFor = (delivery: WebhookDelivery, { configuredAt }: WebhookEndpoint): boolean =>
  retriesBeganAt(delivery) >= configuredAt

/** Makes the function that sends events together: what they share is looked up once. */
export const sending: Effect.Effect<
  (delivery: WebhookDelivery, endpoint: WebhookEndpoint, at: Instant) => Effect.Effect<WebhookOutcome>,
  never,
  WebhookPolicy | WebhookSender | WebhookSigner
> = Effect.gen(function* () {
  const sender = yield* WebhookSender
  const signer = yield* WebhookSigner
  const { receiversNow } = yield* WebhookPolicy
  const receivedAt = yield* receiversNow
  return ({ event: { body, company, id } }: WebhookDelivery, endpoint: WebhookEndpoint, at: Instant) =>
    Effect.match(sender.send(signedMessage(signer, endpoint, { company, id, body, at, receivedAt })), {
      onSuccess: ({ status, retryAfterMillis }): WebhookOutcome => ({ _tag: "Answered", status, retryAfterMillis }),
      onFailure: ({ reason, detail }): WebhookOutcome => ({ _tag: "NotAnswered", error: `${reason}: ${detail}` }),
    })
})

/**
 * Part of a unit: an event without a webhook is stored as failed; the company can ask for it after it has a webhook.
 */
const abandoned = Effect.fnUntraced(function* (own: OwnJob, delivery: WebhookDelivery, error: string) {
  const deliveries = yield* WebhookDeliveryRepository
  const at = instant(yield* Clock.currentTimeMillis)
  yield* settleJob(own, { _tag: "Done" })
  yield* deliveries.save(givenUp(delivery, error, at))
})
