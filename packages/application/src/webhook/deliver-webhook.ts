/**
 * Tells a company of one event: sends it, and writes down what came of it.
 *
 * The request is made outside of any unit. Whoever dies after it sends the same bytes under the same id again.
 */
import {
  afterAttempt,
  type CompanyId,
  type DeliveryVerdict,
  givenUp,
  type Instant,
  instant,
  JobQueue,
  signingSecrets,
  type WebhookDelivery,
  WebhookDeliveryRepository,
  type WebhookEndpoint,
  WebhookEndpointRepository,
  type WebhookEventId,
  type WebhookOutcome,
  WebhookSender,
  WebhookSigner,
} from "@vintem/domain"
import { Clock, Effect, Option } from "effect"
import { commitOwn, type OwnJob, settleJob } from "../work/own-job.ts"
import { deliveryOf, type WorkOf } from "../work/work.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/** Untraced: a span would cost as much as the signature. */
export const deliverWebhook = Effect.fnUntraced(function* (
  own: OwnJob,
  { company, event: id }: WorkOf<"DeliverWebhook">,
) {
  const deliveries = yield* WebhookDeliveryRepository
  const endpoints = yield* WebhookEndpointRepository
  const delivery = Option.getOrNull(yield* deliveries.find(company, id))
  if (delivery === null || delivery.state !== "pending") {
    yield* commitOwn(nothingToSend(own, company, id))
    return
  }
  const endpoint = Option.getOrNull(yield* endpoints.find(company))
  if (endpoint === null || !endpoint.isEnabled) {
    yield* commitOwn(
      abandoned(own, delivery, endpoint === null ? "no webhook is configured" : "the webhook is disabled"),
    )
    return
  }
  const startedAt = instant(yield* Clock.currentTimeMillis)
  const outcome = yield* sent(delivery, endpoint, startedAt)
  yield* commitOwn(recorded(own, delivery, endpoint, outcome, startedAt))
})

/** Part of a unit. Whoever asks for it again beside this unit adds no job while this one is there: looked at again now that it is not. */
const nothingToSend = Effect.fnUntraced(function* (own: OwnJob, company: CompanyId, id: WebhookEventId) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  yield* settleJob(own, { _tag: "Done" })
  const { event, nextAttemptAt = null } = Option.getOrNull(yield* deliveries.find(company, id)) ?? {}
  if (event !== undefined && nextAttemptAt !== null) yield* queue.enqueue([deliveryOf(event, nextAttemptAt)])
})

const sent = Effect.fnUntraced(function* ({ event }: WebhookDelivery, endpoint: WebhookEndpoint, at: Instant) {
  const sender = yield* WebhookSender
  const signer = yield* WebhookSigner
  const { receiversNow } = yield* WebhookPolicy
  const signed = { id: event.id, at: yield* receiversNow, body: event.body }
  const headers = { "content-type": "application/json", ...signer.headers(signed, signingSecrets(endpoint, at)) }
  return yield* sender.send({ url: endpoint.url, headers, body: event.body }).pipe(
    Effect.map(({ status, retryAfterMillis }): WebhookOutcome => ({ _tag: "Answered", status, retryAfterMillis })),
    Effect.catchTag("WebhookNotAnswered", ({ reason, detail }) =>
      Effect.succeed<WebhookOutcome>({ _tag: "NotAnswered", error: `${reason}: ${detail}` }),
    ),
  )
})

/** Part of a unit. The delivery may have been asked for again meanwhile: what was learned is recorded upon what is stored. */
const recorded = Effect.fnUntraced(function* (
  own: OwnJob,
  sentDelivery: WebhookDelivery,
  { company, failuresInRow, hasLongTail }: WebhookEndpoint,
  outcome: WebhookOutcome,
  startedAt: Instant,
) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const { stepMillis } = yield* WebhookPolicy
  const endedAt = instant(yield* Clock.currentTimeMillis)
  const stored = Option.getOrElse(yield* deliveries.find(company, sentDelivery.event.id), () => sentDelivery)
  const times = { startedAt, endedAt }
  const { delivery, verdict } = afterAttempt(stored, outcome, times, { stepMillis, hasLongTail })
  const { nextAttemptAt } = delivery
  const isOfUsualCourse = verdict === "retrying"
  yield* settleJob(
    own,
    nextAttemptAt !== null && isOfUsualCourse ? { _tag: "Again", dueAt: nextAttemptAt } : { _tag: "Done" },
  )
  // Once the usual course is over, what comes after it in the order waits no more.
  if (nextAttemptAt !== null && !isOfUsualCourse)
    yield* queue.enqueue([deliveryOf(delivery.event, nextAttemptAt, false)])
  yield* deliveries.save(delivery)
  yield* noted(company, verdict, failuresInRow, endedAt)
})

/** Part of a unit: what an attempt says of the endpoint. */
const noted = Effect.fnUntraced(function* (
  company: WebhookEndpoint["company"],
  verdict: DeliveryVerdict,
  failuresInRow: number,
  at: Instant,
) {
  const endpoints = yield* WebhookEndpointRepository
  if (verdict === "failed") yield* endpoints.noteFailed(company, at)
  if (verdict === "gone") yield* endpoints.noteGone(company, at)
  if (verdict === "delivered" && failuresInRow > 0) yield* endpoints.noteDelivered(company)
})

/** Part of a unit: what nobody is to be told is kept as failed, and can be asked for once somebody is. */
const abandoned = Effect.fnUntraced(function* (own: OwnJob, delivery: WebhookDelivery, error: string) {
  const deliveries = yield* WebhookDeliveryRepository
  const at = instant(yield* Clock.currentTimeMillis)
  yield* settleJob(own, { _tag: "Done" })
  yield* deliveries.save(givenUp(delivery, error, at))
})
