/**
 * Delivers webhooks while the service runs: many at once, but only some of each company, so that a slow or dead
 * receiver delays no other company's webhooks.
 *
 * It works in batches. A batch records the deliveries whose receivers have answered, and starts as many as may be in
 * flight again. Both happen concurrently, so that a store that merges units has one commit for both.
 */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  Identifiers,
  type Job,
  JobQueue,
  type StorageUnavailable,
  type UnitOfWork,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookSender,
  type WebhookSigner,
} from "@vintem/domain/ports"
import { Clock, Effect, Latch, Layer, Option } from "effect"
import { leaseMarginMillis } from "../queue/own-job.ts"
import { DeliveriesInFlight } from "./deliveries-in-flight.ts"
import { recordSent } from "./record-sent.ts"
import { type Claim, type Sent, sendClaimed } from "./send-claimed.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/** The most deliveries of a process that wait for their receivers, in total and for one company. */
const waitingMax = 512
const waitingOfCompanyMax = 16
/** The longest time between two batches, in milliseconds: a due event may wait this long. */
const pollMillis = 50
/** The time between two batches, in milliseconds, unless enough outcomes for a commit arrive sooner. */
const pauseMillis = 10

/** Stops with the scope: it starts no more deliveries, and first finishes those in flight. */
export const webhookDispatcher = Layer.effectDiscard(
  Effect.gen(function* () {
    const outcomes = yield* makeOutcomes
    yield* Effect.forkScoped(Effect.ensuring(runBatches(outcomes), finish(outcomes)))
  }),
)

/** Outcomes of deliveries that wait to be recorded. */
interface Outcomes {
  readonly add: (sent: Sent) => Effect.Effect<void>
  /** A delivery ended without an outcome: another one may start. */
  readonly wake: Effect.Effect<void>
  readonly takeAll: Effect.Effect<ReadonlyArray<Sent>>
  /** Waits until there is an outcome, or another delivery may start. */
  readonly some: Effect.Effect<void>
  /**
   * Waits for enough outcomes for a commit: as many as one company may have waiting, and half of all deliveries, so
   * that the other half is with its receivers while this half is recorded.
   */
  readonly enough: Effect.Effect<void>
}

const makeOutcomes = Effect.gen(function* () {
  const { waiting } = yield* DeliveriesInFlight
  const some = yield* Latch.make(false)
  const enough = yield* Latch.make(false)
  let unrecorded: Array<Sent> = []
  const isEnough = () => unrecorded.length >= Math.max(waitingOfCompanyMax, waiting() / 2)
  const outcomes: Outcomes = {
    add: (sent) =>
      Effect.suspend(() => {
        unrecorded.push(sent)
        return isEnough() ? Effect.andThen(some.open, enough.open) : some.open
      }),
    wake: Effect.asVoid(some.open),
    takeAll: Effect.suspend(() => {
      const together = unrecorded
      unrecorded = []
      return Effect.as(some.close, together)
    }),
    some: some.await,
    enough: Effect.suspend(() => (isEnough() ? Effect.void : Effect.andThen(enough.close, enough.await))),
  }
  return outcomes
})

const runBatches = Effect.fnUntraced(function* (outcomes: Outcomes) {
  while (true) {
    const done = yield* runBatch(outcomes)
    yield* Effect.timeoutOption(outcomes.enough, pauseMillis)
    if (done === 0) yield* Effect.timeoutOption(outcomes.some, pollMillis - pauseMillis)
  }
})

/** @returns how many were recorded or started; if there are some, there may be more */
const runBatch = Effect.fnUntraced(function* (outcomes: Outcomes) {
  const { starting } = yield* DeliveriesInFlight
  const together = yield* released(outcomes)
  const started = starting.withPermitsIfAvailable(1)(startDue(outcomes))
  const [, count] = yield* Effect.all([record(together), started], { concurrency: "unbounded" })
  return together.length + Option.getOrElse(count, () => 0)
}, Effect.uninterruptible)

/** Takes all outcomes. Their deliveries are released at once, so as many can start in the batch that records them. */
const released = Effect.fnUntraced(function* (outcomes: Outcomes) {
  const { release } = yield* DeliveriesInFlight
  const together = yield* outcomes.takeAll
  yield* release(together.map(({ job }) => job))
  return together
})

/** An outcome that cannot be recorded leaves its job claimed until the lease ends. Then it is sent again. */
const record = Effect.fnUntraced(function* (together: ReadonlyArray<Sent>) {
  if (together.length === 0) return
  const { finish } = yield* DeliveriesInFlight
  yield* recordSent(together).pipe(
    Effect.catchCause((cause) => Effect.logError("webhooks could not be recorded", cause)),
    Effect.ensuring(finish(together.map(({ job }) => job))),
  )
})

/** Starts due deliveries, within the limits. @returns how many */
const startDue = Effect.fnUntraced(
  function* (outcomes: Outcomes) {
    const { waiting, start } = yield* DeliveriesInFlight
    const free = waitingMax - waiting()
    if (free === 0) return 0
    const claim = yield* claimed(free, (company) => waitingOfCompanyMax - waiting(company))
    if (claim.jobs.length === 0) return 0
    yield* start(claim.jobs)
    // Not in the scope of the dispatcher, which would interrupt it: `finish` waits until nothing is in flight.
    yield* Effect.forkDetach(deliver(outcomes, claim))
    return claim.jobs.length
  },
  Effect.catchCause((cause) => Effect.as(Effect.logError("due webhooks could not be looked up", cause), 0)),
)

/** In any case, each job either gets an outcome, or is finished here. */
const deliver = Effect.fnUntraced(function* (outcomes: Outcomes, claim: Claim) {
  const { finish, release } = yield* DeliveriesInFlight
  const open = new Set(claim.jobs)
  const endWithout = (jobs: ReadonlyArray<Job>) =>
    Effect.suspend(() => {
      for (const job of jobs) open.delete(job)
      return release(jobs).pipe(Effect.andThen(finish(jobs)), Effect.andThen(outcomes.wake))
    })
  const watcher = {
    onSent: (sent: Sent) => Effect.suspend(() => (open.delete(sent.job) ? outcomes.add(sent) : Effect.void)),
    onNotSent: (job: Job) => endWithout([job]),
  }
  yield* sendClaimed(claim, watcher).pipe(
    Effect.catchCause((cause) => Effect.logError("webhooks could not be delivered", cause)),
    Effect.ensuring(Effect.suspend(() => endWithout([...open]))),
  )
})

/** Records the deliveries in flight, and starts no more. */
const finish = Effect.fnUntraced(function* (outcomes: Outcomes) {
  const { isIdle } = yield* DeliveriesInFlight
  while (!isIdle.isOpen()) {
    yield* outcomes.some
    yield* Effect.sleep(pauseMillis)
    yield* record(yield* released(outcomes))
  }
})

/**
 * Delivers everything due, and waits until it is done: for the sandbox, whose clock moves only after that. Must not be
 * interrupted.
 *
 * @returns how many there were
 */
export const deliverDue = Effect.fn("deliverDue")(function* (): Effect.fn.Return<
  number,
  StorageUnavailable,
  | Identifiers
  | JobQueue
  | UnitOfWork
  | WebhookDeliveryRepository
  | WebhookEndpointRepository
  | WebhookPolicy
  | WebhookSender
  | WebhookSigner
> {
  const claim = yield* claimed(waitingMax, () => waitingOfCompanyMax)
  const together: Array<Sent> = []
  yield* sendClaimed(claim, {
    onSent: (sent) => Effect.sync(() => together.push(sent)),
    onNotSent: () => Effect.void,
  })
  yield* recordSent(together)
  return claim.jobs.length
}, Effect.uninterruptible)

const claimed = Effect.fnUntraced(function* (limit: number, capacityOf: (company: CompanyId) => number) {
  const queue = yield* JobQueue
  const { timeoutMillis } = yield* WebhookPolicy
  const lease = yield* (yield* Identifiers).lease
  const now = instant(yield* Clock.currentTimeMillis)
  const until = instant(now + timeoutMillis + leaseMarginMillis)
  const jobs = yield* queue.claim({ queue: "webhook", lease, now, until, limit, capacityOf })
  const claim: Claim = { lease, jobs }
  return claim
})
