/**
 * Sends the events of a stretch of time again.
 */
import { type CompanyId, instant, JobQueue, WebhookDeliveryRepository, type WebhookStretch } from "@vintem/domain"
import { Clock, Effect } from "effect"
import { commitOwn, type OwnJob, settleJob } from "../work/own-job.ts"
import { jobOf, type WorkOf } from "../work/work.ts"
import { sendAgain } from "./redeliver-webhook.ts"
import { requireWebhook } from "./webhook-off.ts"

/** How many events are asked for again in one commit. */
const piece = 200

/** Which events are to be sent again. */
export interface ReplayWebhooks {
  readonly company: CompanyId
  readonly stretch: WebhookStretch
}

/**
 * Part of a unit: leaves it to the queue, in the order in which they occurred, those that were delivered as well as those that failed.
 * Those that are still tried are let be. Fails with `WebhookOff` where there is nobody to send them to.
 *
 * @returns how many events are of that time
 */
export const replayWebhooks = Effect.fn("replayWebhooks")(function* ({ company, stretch }: ReplayWebhooks) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const at = instant(yield* Clock.currentTimeMillis)
  yield* requireWebhook(company)
  const count = yield* deliveries.countWithin(company, stretch)
  const { from, before, kinds = null } = stretch
  if (count > 0) {
    yield* queue.enqueue([jobOf({ _tag: "ReplayWebhooks", company, from, before, kinds, after: null }, at)])
  }
  return count
})

/**
 * A piece of it, and a job for the next. Whoever dies in between has done nothing. Where the webhook was disabled or removed meanwhile
 * the rest is let be as it is: whoever enables it can ask again.
 */
export const replayPiece = Effect.fn("replayPiece")(function* (own: OwnJob, work: WorkOf<"ReplayWebhooks">) {
  const unit = Effect.gen(function* () {
    const deliveries = yield* WebhookDeliveryRepository
    const queue = yield* JobQueue
    const { company, from, before, kinds, after } = work
    const at = instant(yield* Clock.currentTimeMillis)
    if (!(yield* isOn(company))) return yield* settleJob(own, { _tag: "Done" })
    const stretch = { from, before, ...(kinds === null ? {} : { kinds }) }
    const found = yield* deliveries.within(company, stretch, { after, limit: piece })
    for (const delivery of found) if (delivery.state !== "pending") yield* sendAgain(delivery, at)
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
