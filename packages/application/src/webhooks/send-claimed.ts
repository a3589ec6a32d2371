/** Sends events that were claimed together: reads them together, and posts them concurrently. */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type Job,
  type StorageUnavailable,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import type { WebhookDelivery, WebhookEndpoint, WebhookOutcome } from "@vintem/domain/webhook"
import { Clock, Effect, Exit, Option } from "effect"
import { AroundJob } from "../queue/around-job.ts"
import type { OwnJob } from "../queue/own-job.ts"
import { deliveryWorkOf } from "../queue/work.ts"
import { isMeantFor, sending } from "./deliver-webhook.ts"
import { failDeliveryJob, runDeliveryJob } from "./delivery-jobs.ts"

/** Jobs with our lease on them. */
export interface Claim {
  readonly lease: string
  readonly jobs: ReadonlyArray<Job>
}

/** An event that can be sent now. */
interface Ready extends OwnJob {
  readonly delivery: WebhookDelivery
  readonly endpoint: WebhookEndpoint
}

/** A delivery that was sent, with its outcome. */
export interface Sent extends Ready {
  readonly outcome: WebhookOutcome
  readonly startedAt: Instant
  readonly endedAt: Instant
}

/** Called once for each job of a claim. */
interface ClaimWatcher {
  /** Its event was sent, and the outcome still has to be recorded. */
  readonly onSent: (sent: Sent) => Effect.Effect<void>
  /** Its event was not sent, and that is recorded. */
  readonly onNotSent: (job: Job) => Effect.Effect<void>
}

/**
 * Ends after `watcher` was called for every job. If reading them together fails, each is read and sent alone: no
 * delivery fails because of another.
 */
export const sendClaimed: SendClaimed = Effect.fnUntraced(function* (claim: Claim, watcher: ClaimWatcher) {
  const read = yield* Effect.exit(readyOf(claim))
  if (Exit.isSuccess(read)) return yield* sendReady(claim, read.value, watcher)
  const { jobs, lease } = claim
  const [job, ...more] = jobs
  if (job !== undefined && more.length === 0) {
    return yield* Effect.ensuring(failDeliveryJob({ job, lease }, read.cause), watcher.onNotSent(job))
  }
  yield* sideBySide(jobs, (one) => sendClaimed({ lease, jobs: [one] }, watcher))
})

type SendClaimed = (
  claim: Claim,
  watcher: ClaimWatcher,
) => Effect.Effect<void, StorageUnavailable, Effect.Services<ReturnType<typeof sendReady>>>

const sideBySide = <A, E, R>(all: ReadonlyArray<A>, each: (one: A) => Effect.Effect<unknown, E, R>) =>
  Effect.forEach(all, each, { concurrency: "unbounded", discard: true })

const sendReady = Effect.fnUntraced(function* (
  { jobs, lease }: Claim,
  ready: ReadonlyArray<Ready>,
  watcher: ClaimWatcher,
) {
  const clock = yield* Clock.Clock
  const now = () => instant(clock.currentTimeMillisUnsafe())
  const sent = yield* sending
  const { around } = yield* AroundJob
  const send = (one: Ready) =>
    Effect.suspend(() => {
      const startedAt = now()
      return Effect.matchCauseEffect(around(one.job, sent(one.delivery, one.endpoint, startedAt)), {
        onSuccess: (outcome) => watcher.onSent({ ...one, outcome, startedAt, endedAt: now() }),
        onFailure: (cause) => Effect.ensuring(failDeliveryJob(one, cause), watcher.onNotSent(one.job)),
      })
    })
  const isReady = new Set(ready.map(({ job }) => job.id))
  const others = jobs.filter(({ id }) => !isReady.has(id))
  yield* Effect.all(
    [
      sideBySide(ready, send),
      sideBySide(others, (job) => Effect.ensuring(runDeliveryJob({ job, lease }), watcher.onNotSent(job))),
    ],
    { concurrency: "unbounded", discard: true },
  )
})

/** The deliveries that can be sent together. Other jobs, and those of deliveries that have ended, run one by one. */
const readyOf = Effect.fnUntraced(function* ({ jobs, lease }: Claim) {
  const deliveries = yield* WebhookDeliveryRepository
  const endpoints = yield* WebhookEndpointRepository
  const named = jobs.flatMap((job) =>
    Option.match(deliveryWorkOf(job.payload), { onNone: () => [], onSome: ({ event }) => [{ job, event }] }),
  )
  const read = yield* deliveries.findAll(named.map(({ event: id, job: { company } }) => ({ company, id })))
  const found = new Map(read.map((delivery) => [delivery.event.id, delivery]))
  const wanted = new Map<CompanyId, WebhookEndpoint | null>()
  const ready: Array<Ready> = []
  for (const { job, event } of named) {
    const { company } = job
    const delivery = found.get(event)
    if (delivery?.state !== "pending" || delivery.event.company !== company) continue
    if (!wanted.has(company)) wanted.set(company, Option.getOrNull(yield* endpoints.find(company)))
    const endpoint = wanted.get(company) ?? null
    if (endpoint?.isEnabled === true && isMeantFor(delivery, endpoint)) ready.push({ job, lease, delivery, endpoint })
  }
  return ready
})
