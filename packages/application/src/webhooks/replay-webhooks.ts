/** Sends the events of a period again. */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  JobQueue,
  type StorageUnavailable,
  type Trail,
  type UnitOfWork,
  WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookStretch,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { commitOwn, type OwnJob, settleJob } from "../queue/own-job.ts"
import { jobOf, type WorkOf } from "../queue/work.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { sendAgain } from "./redeliver-webhook.ts"
import { webhookSubject } from "./webhook-fields.ts"
import { isErased, requireWebhook, type WebhookOff } from "./webhook-off.ts"

/** Events in one commit. */
const piece = 200

/** The events to send again. */
export interface ReplayWebhooks {
  readonly company: CompanyId
  readonly stretch: WebhookStretch
}

/**
 * Part of a unit: queues the delivered and failed deliveries in the order of their events. Pending ones
 * and those of erased customers are left out. Fails with `WebhookOff` if there is no webhook to send them to.
 *
 * @returns how many events are in the period
 */
export const replayWebhooks = Effect.fn("replayWebhooks")(function* ({
  company,
  stretch,
}: ReplayWebhooks): Effect.fn.Return<
  number,
  StorageUnavailable | WebhookOff,
  Trail | JobQueue | WebhookDeliveryRepository | WebhookEndpointRepository
> {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const at = instant(yield* Clock.currentTimeMillis)
  yield* requireWebhook(company)
  const count = yield* deliveries.countWithin(company, stretch)
  const { from, before, kinds = null } = stretch
  if (count > 0) {
    yield* queue.enqueue([jobOf({ _tag: "ReplayWebhooks", company, from, before, kinds, after: null }, at)])
    const isoOf = (time: number) => new Date(time).toISOString()
    yield* recordInCompany(company, {
      action: "webhook.replay",
      subject: webhookSubject,
      before: null,
      after: { from: isoOf(from), before: isoOf(before), kinds, count },
    })
  }
  return count
})

/**
 * One piece, and a job for the next, in one unit. If the webhook was disabled or removed meanwhile, the rest is left:
 * the company can ask again after enabling it.
 */
export const replayPiece = Effect.fn("replayPiece")(function* (
  own: OwnJob,
  work: WorkOf<"ReplayWebhooks">,
): Effect.fn.Return<
  void,
  StorageUnavailable,
  JobQueue | UnitOfWork | WebhookDeliveryRepository | WebhookEndpointRepository
> {
  const unit = Effect.gen(function* () {
    const deliveries = yield* WebhookDeliveryRepository
    const queue = yield* JobQueue
    const { company, from, before, kinds, after } = work
    const at = instant(yield* Clock.currentTimeMillis)
    if (!(yield* isOn(company))) return yield* settleJob(own, { _tag: "Done" })
    const stretch = { from, before, ...(kinds === null ? {} : { kinds }) }
    const found = yield* deliveries.within(company, stretch, { after, limit: piece })
    for (const delivery of found)
      if (delivery.state !== "pending" && !isErased(delivery)) yield* sendAgain(delivery, at)
    const last = found.at(-1)
    yield* settleJob(own, { _tag: "Done" })
    if (last !== undefined && found.length === piece) {
      yield* queue.enqueue([jobOf({ ...work, after: last.event.id }, at)])
    }
  })
  yield* commitOwn(unit)
})

const isOn = (company: CompanyId) =>
  requireWebhook(company).pipe(
    Effect.as(true),
    Effect.catchTag("WebhookOff", () => Effect.succeed(false)),
  )
