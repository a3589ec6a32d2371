/**
 * Delivers the events of one claim: read together, sent side by side, and recorded as their answers come in, as many in one commit as
 * have come in together. One at a time each would cost the store a dozen statements; together they share most of them.
 */
import {
  type AfterAttempt,
  afterAttempt,
  type CompanyId,
  type Instant,
  instant,
  type Job,
  JobQueue,
  type NewJob,
  type StorageUnavailable,
  UnitOfWork,
  type WebhookDelivery,
  WebhookDeliveryRepository,
  type WebhookEndpoint,
  WebhookEndpointRepository,
  type WebhookOutcome,
} from "@vintem/domain"
import { Cause, Clock, Effect, Exit, Latch, Option } from "effect"
import { againOnConflict } from "../order/again-on-conflict.ts"
import { doJob, failed } from "../work/do-due-work.ts"
import { type Fate, settlementOf } from "../work/own-job.ts"
import { deliveryOf, workOf } from "../work/work.ts"
import { noted, sending } from "./deliver-webhook.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/** For how many turns of the loop another answer is waited for: a moment when it is quiet, longer when it is not. */
const turns = Effect.repeat(Effect.yieldNow, { times: 8 })
/** How long what is answered goes unrecorded while more keeps coming, milliseconds. */
const gatherMillis = 10

/** Until no more answers come in, or the first has waited long enough. */
const gather = Effect.fnUntraced(function* (answered: ReadonlyArray<unknown>) {
  const since = yield* Clock.currentTimeMillis
  for (let before = -1; answered.length > before && (yield* Clock.currentTimeMillis) - since < gatherMillis; ) {
    before = answered.length
    yield* turns
  }
})

/** An event that can be sent now. */
interface Ready {
  readonly job: Job
  readonly delivery: WebhookDelivery
  readonly endpoint: WebhookEndpoint
}

/** One that was sent, and what came of it. */
interface Sent extends Ready {
  readonly outcome: WebhookOutcome
  readonly startedAt: Instant
  readonly endedAt: Instant
}

/**
 * Ends when everything is recorded. What the store fails together is tried one by one: nothing fails for its neighbour.
 *
 * @param lease - under which the jobs are ours
 * @param left - told of jobs when they are recorded
 */
export const deliverBatch: DeliverBatch = Effect.fnUntraced(function* (
  lease: string,
  jobs: ReadonlyArray<Job>,
  left: Left = () => Effect.void,
) {
  const read = yield* Effect.exit(readyOf(jobs))
  if (Exit.isSuccess(read)) return yield* deliverReady(lease, jobs, read.value, left)
  const [only, ...more] = jobs
  if (only !== undefined && more.length === 0) return yield* andLeft(failedAgain(lease, only, read.cause), only, left)
  yield* Effect.forEach(jobs, (job) => deliverBatch(lease, [job], left), { concurrency: "unbounded", discard: true })
})

type Left = (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
type DeliverBatch = (
  lease: string,
  jobs: ReadonlyArray<Job>,
  left?: Left,
) => Effect.Effect<void, StorageUnavailable, Effect.Services<ReturnType<typeof deliverReady>>>

const andLeft = <E, R>(recording: Effect.Effect<unknown, E, R>, job: Job, left: Left) =>
  Effect.asVoid(Effect.ensuring(recording, left([job])))

const deliverReady = Effect.fnUntraced(function* (
  lease: string,
  jobs: ReadonlyArray<Job>,
  ready: ReadonlyArray<Ready>,
  left: Left,
) {
  const isReady = new Set(ready.map(({ job }) => job.id))
  const answered: Array<Sent> = []
  let awaited = ready.length
  const arrived = yield* Latch.make(awaited === 0)
  const clock = yield* Clock.Clock
  const now = () => instant(clock.currentTimeMillisUnsafe())
  const sent = yield* sending
  const send = (one: Ready) =>
    Effect.suspend(() => {
      const startedAt = now()
      return Effect.matchCauseEffect(sent(one.delivery, one.endpoint, startedAt), {
        onSuccess: (outcome) => {
          answered.push({ ...one, outcome, startedAt, endedAt: now() })
          return arrived.open
        },
        onFailure: (cause) => {
          awaited -= 1
          return Effect.andThen(andLeft(failedAgain(lease, one.job, cause), one.job, left), arrived.open)
        },
      })
    })
  const record = Effect.gen(function* () {
    while (true) {
      yield* arrived.await
      yield* gather(answered)
      yield* arrived.close
      const together = answered.splice(0)
      awaited -= together.length
      yield* recordTogether(lease, together)
      yield* left(together.map(({ job }) => job))
      if (awaited === 0) return
    }
  })
  yield* Effect.all(
    [
      Effect.forEach(ready, send, { concurrency: "unbounded", discard: true }),
      record,
      Effect.forEach(
        jobs.filter(({ id }) => !isReady.has(id)),
        (job) => andLeft(doJob(lease, job), job, left),
        { concurrency: "unbounded", discard: true },
      ),
    ],
    { concurrency: "unbounded", discard: true },
  )
})

/** As any job that fails: later again, and in the end no more. */
const failedAgain = Effect.fnUntraced(function* (lease: string, job: Job, cause: Cause.Cause<unknown>) {
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  yield* Effect.logWarning("a webhook could not be delivered", { job: job.id, claims: job.claims }, cause)
  yield* commit(failed(lease, job, Cause.squash(cause), now)).pipe(
    Effect.catchCause((again) => Effect.logError("it stays claimed until its lease runs out", again)),
  )
})

/** Those that can be sent. What nobody waits for any more, or is not of deliveries, is left to be done one by one. */
const readyOf = Effect.fnUntraced(function* (jobs: ReadonlyArray<Job>) {
  const deliveries = yield* WebhookDeliveryRepository
  const endpoints = yield* WebhookEndpointRepository
  const works = yield* Effect.forEach(jobs, ({ payload }) => Effect.option(workOf(payload)))
  const events = works.flatMap((work) =>
    Option.isSome(work) && work.value._tag === "DeliverWebhook" ? [work.value.event] : [],
  )
  const found = new Map((yield* deliveries.findAll(events)).map((delivery) => [delivery.event.id, delivery]))
  const wanted = new Map<CompanyId, WebhookEndpoint | null>()
  const ready: Array<Ready> = []
  for (const [index, job] of jobs.entries()) {
    const work = Option.getOrNull(works[index] ?? Option.none())
    const delivery = work?._tag === "DeliverWebhook" ? found.get(work.event) : undefined
    if (delivery?.state !== "pending" || delivery.event.company !== job.company) continue
    if (!wanted.has(job.company)) {
      wanted.set(job.company, Option.getOrNull(yield* endpoints.find(job.company)))
    }
    const endpoint = wanted.get(job.company) ?? null
    if (endpoint?.isEnabled === true) ready.push({ job, delivery, endpoint })
  }
  return ready
})

/** In one commit; where that fails one by one, and what cannot be recorded even so is sent again later. */
const recordTogether = Effect.fnUntraced(function* (lease: string, together: ReadonlyArray<Sent>) {
  if (together.length === 0) return
  const { commit } = yield* UnitOfWork
  const record = (some: ReadonlyArray<Sent>) => Effect.exit(againOnConflict(commit(recorded(lease, some))))
  if (Exit.isSuccess(yield* record(together))) return
  for (const one of together) {
    const alone = yield* record([one])
    if (Exit.isFailure(alone)) yield* failedAgain(lease, one.job, alone.cause)
  }
})

/** One that was sent, and what that makes of it as it was read before. */
interface Judged extends AfterAttempt {
  readonly one: Sent
}

/** Part of a unit. Jobs that are somebody else's by now are left out: what came of them is theirs to record. */
const recorded = Effect.fnUntraced(function* (lease: string, together: ReadonlyArray<Sent>) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const { stepMillis } = yield* WebhookPolicy
  const judged = together.map((one): Judged => ({ one, ...judge(one, one.delivery, stepMillis) }))
  const lost = new Set(
    yield* queue.settle(
      lease,
      judged.map(({ one, ...after }) => settlementOf(one.job, fateOf(after), one.endedAt)),
    ),
  )
  const ours = judged.filter(({ one }) => !lost.has(one.job.id))
  const changed = new Set(
    yield* deliveries.saveAsRead(ours.map(({ one, delivery }) => ({ read: one.delivery, after: delivery }))),
  )
  const asRead = ours.filter(({ delivery }) => !changed.has(delivery.event.id))
  yield* queue.enqueue(asRead.flatMap(tailOf))
  for (const { one, delivery } of ours) if (changed.has(delivery.event.id)) yield* recordedUponStored(one, stepMillis)
  for (const { one, verdict } of ours) {
    const { company, failuresInRow } = one.endpoint
    if (verdict !== "delivered" || failuresInRow > 0) yield* noted(company, verdict, one.endedAt)
  }
})

/** It was asked for again while it was on its way: that attempt is the first of the new course. */
const recordedUponStored = Effect.fnUntraced(function* (one: Sent, stepMillis: number) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const stored = yield* deliveries.find(one.job.company, one.delivery.event.id)
  if (Option.isNone(stored)) return
  const after = judge(one, stored.value, stepMillis)
  yield* queue.withdraw([one.job.name])
  yield* deliveries.save(after.delivery)
  if (after.delivery.nextAttemptAt !== null) {
    yield* queue.enqueue([deliveryOf(one.delivery.event, after.delivery.nextAttemptAt, isOfUsualCourse(after))])
  }
})

const judge = ({ outcome, startedAt, endedAt, endpoint }: Sent, delivery: WebhookDelivery, stepMillis: number) =>
  afterAttempt(delivery, outcome, { startedAt, endedAt }, { stepMillis, hasLongTail: endpoint.hasLongTail })

const isOfUsualCourse = ({ verdict }: AfterAttempt): boolean => verdict === "retrying"

const fateOf = (after: AfterAttempt): Fate => {
  const { nextAttemptAt } = after.delivery
  return nextAttemptAt !== null && isOfUsualCourse(after) ? { _tag: "Again", dueAt: nextAttemptAt } : { _tag: "Done" }
}

/** Once the usual course is over, what comes after it in the order waits no more: the job that goes on stands in no line. */
const tailOf = (after: AfterAttempt): ReadonlyArray<NewJob> => {
  const { event, nextAttemptAt } = after.delivery
  return nextAttemptAt === null || isOfUsualCourse(after) ? [] : [deliveryOf(event, nextAttemptAt, false)]
}
