/**
 * Delivers webhooks as long as the service runs: many at once, and of each company only so many, so that a receiver that is slow or
 * dead holds up nobody but itself.
 */
import { type CompanyId, Identifiers, instant, type Job, JobQueue } from "@vintem/domain"
import { Clock, Context, Effect, Latch, Layer, Semaphore } from "effect"
import { deliverBatch } from "./deliver-batch.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/** How many are delivered at once by a process, and how many of them to one company. */
const placesMax = 256
const placesOfCompany = 16
/** How long an event may go unnoticed, milliseconds; less while deliveries end, as each makes room for another. */
const pollMillis = 50
/**
 * After some were begun others are looked for so much later, milliseconds: places that became free in the meantime are given out in
 * one commit, and what was begun together is recorded together.
 */
const pauseMillis = 10
/** What a delivery may take beside the receiver's own time before it goes to others, milliseconds. */
const leaseMarginMillis = 20_000

/** The deliveries that a process is making. */
export class WebhookRoom extends Context.Service<
  WebhookRoom,
  {
    /** While it is held, nothing new is begun. */
    readonly gate: Semaphore.Semaphore
    /** Open while nothing is being delivered. */
    readonly isEmpty: Latch.Latch
    /** Opens when a place is given back. */
    readonly hasLeft: Latch.Latch
    /** How many are being delivered: of a company, or of all where none is given. */
    readonly taken: (company?: CompanyId) => number
    /** Takes a place for a delivery to a company. */
    readonly enter: (company: CompanyId) => Effect.Effect<void>
    /** Gives it back. */
    readonly leave: (company: CompanyId) => Effect.Effect<void>
  }
>()("@vintem/application/WebhookRoom") {
  static readonly layer = Layer.effect(
    WebhookRoom,
    Effect.gen(function* () {
      const gate = yield* Semaphore.make(1)
      const isEmpty = yield* Latch.make(true)
      const hasLeft = yield* Latch.make(false)
      const ofCompany = new Map<CompanyId, number>()
      let all = 0
      const change = (company: CompanyId, by: number) =>
        Effect.suspend(() => {
          all += by
          const left = (ofCompany.get(company) ?? 0) + by
          if (left === 0) ofCompany.delete(company)
          else ofCompany.set(company, left)
          return all === 0 ? isEmpty.open : isEmpty.close
        })
      return WebhookRoom.of({
        gate,
        isEmpty,
        hasLeft,
        taken: (company) => (company === undefined ? all : (ofCompany.get(company) ?? 0)),
        enter: (company) => Effect.asVoid(change(company, 1)),
        leave: (company) => Effect.andThen(change(company, -1), hasLeft.open),
      })
    }),
  )
}

/** Stops with the scope: nothing new is begun, and what is being delivered is finished first. */
export const webhookDispatcher = Layer.effectDiscard(Effect.forkScoped(Effect.suspend(() => dispatching)))

const dispatching = Effect.flatMap(WebhookRoom, ({ isEmpty }) => Effect.ensuring(dispatchForever, isEmpty.await))

const dispatchForever = Effect.gen(function* () {
  const { gate, hasLeft } = yield* WebhookRoom
  while (true) {
    yield* hasLeft.close
    const count = yield* gate.withPermit(
      beginDue.pipe(
        Effect.catchCause((cause) => Effect.as(Effect.logError("webhooks could not be looked for", cause), 0)),
      ),
    )
    if (count > 0) yield* Effect.sleep(pauseMillis)
    else yield* Effect.timeoutOption(hasLeft.await, pollMillis)
  }
})

/**
 * Begins what is due and has a place. @returns how many were begun
 */
const beginDue = Effect.uninterruptible(
  Effect.gen(function* () {
    const { taken, enter } = yield* WebhookRoom
    const free = placesMax - taken()
    if (free === 0) return 0
    const room = (company: CompanyId) => placesOfCompany - taken(company)
    const { jobs, lease } = yield* claimed(free, room)
    if (jobs.length === 0) return 0
    yield* Effect.forEach(jobs, ({ company }) => enter(company), { discard: true })
    // Not of the scope, which would cut it off: whoever stops the dispatcher waits until the room is empty.
    yield* Effect.forkDetach(inPlaces(lease, jobs))
    return jobs.length
  }),
)

/** Each job gives its place back as soon as it is recorded, and all of them do whatever happens. */
const inPlaces = Effect.fnUntraced(function* (lease: string, jobs: ReadonlyArray<Job>) {
  const { leave } = yield* WebhookRoom
  const placed = new Set(jobs)
  const left = (job: Job) => Effect.suspend(() => (placed.delete(job) ? leave(job.company) : Effect.void))
  yield* deliverBatch(lease, jobs, left).pipe(
    Effect.catchCause((cause) => Effect.logError("webhooks could not be delivered", cause)),
    Effect.ensuring(Effect.suspend(() => Effect.forEach(placed, left, { discard: true }))),
  )
})

/**
 * Delivers what is due now, and waits until it is done: for a clock that is moved, which nothing may overtake. Not to be interrupted.
 *
 * @returns how many there were
 */
export const deliverDue = Effect.fn("deliverDue")(function* () {
  const { jobs, lease } = yield* claimed(placesMax)
  yield* deliverBatch(lease, jobs)
  return jobs.length
}, Effect.uninterruptible)

const claimed = Effect.fnUntraced(function* (limit: number, room?: (company: CompanyId) => number) {
  const queue = yield* JobQueue
  const { timeoutMillis } = yield* WebhookPolicy
  const lease = yield* (yield* Identifiers).lease
  const now = instant(yield* Clock.currentTimeMillis)
  const until = instant(now + timeoutMillis + leaseMarginMillis)
  const jobs = yield* queue.claim({
    lane: "webhook",
    lease,
    now,
    until,
    limit,
    ...(room === undefined ? {} : { room }),
  })
  return { jobs, lease }
})
