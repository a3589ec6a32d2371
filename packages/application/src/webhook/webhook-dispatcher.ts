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
 * Between two looks so much passes, milliseconds: places that became free in the meantime are given out in one commit, and what was
 * begun together is recorded together.
 */
const pauseMillis = 10
/** Unless so many places became free sooner. */
const placesToGiveOut = 64
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
    /** Places that were given back since they were counted last. */
    readonly free: FreePlaces
    /** How many are being delivered: of a company, or of all where none is given. */
    readonly taken: (company?: CompanyId) => number
    /** Takes a place for each of these deliveries. */
    readonly enter: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
    /** Gives them back. */
    readonly leave: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
  }
>()("@vintem/application/WebhookRoom") {
  static readonly layer = Layer.effect(
    WebhookRoom,
    Effect.gen(function* () {
      const gate = yield* Semaphore.make(1)
      const isEmpty = yield* Latch.make(true)
      const { free, giveBack } = yield* freePlaces
      const ofCompany = new Map<CompanyId, number>()
      let all = 0
      const change = (jobs: ReadonlyArray<Job>, by: 1 | -1) =>
        Effect.suspend(() => {
          all += by * jobs.length
          for (const { company } of jobs) {
            const left = (ofCompany.get(company) ?? 0) + by
            if (left === 0) ofCompany.delete(company)
            else ofCompany.set(company, left)
          }
          return all === 0 ? isEmpty.open : isEmpty.close
        })
      return WebhookRoom.of({
        gate,
        isEmpty,
        free,
        taken: (company) => (company === undefined ? all : (ofCompany.get(company) ?? 0)),
        enter: (jobs) => Effect.asVoid(change(jobs, 1)),
        leave: (jobs) => Effect.andThen(change(jobs, -1), giveBack(jobs.length)),
      })
    }),
  )
}

interface FreePlaces {
  /** Begins to count anew. */
  readonly countAnew: Effect.Effect<void>
  /** Waits for the first one. */
  readonly one: Effect.Effect<void>
  /** Waits for as many as are worth a commit of their own. */
  readonly many: Effect.Effect<void>
}

const freePlaces = Effect.gen(function* () {
  const one = yield* Latch.make(false)
  const many = yield* Latch.make(false)
  let count = 0
  const free: FreePlaces = {
    countAnew: Effect.suspend(() => {
      count = 0
      return Effect.andThen(one.close, many.close)
    }),
    one: one.await,
    many: many.await,
  }
  const giveBack = (places: number) =>
    Effect.suspend(() => {
      count += places
      return count < placesToGiveOut ? one.open : Effect.andThen(one.open, many.open)
    })
  return { free, giveBack }
})

/** Stops with the scope: nothing new is begun, and what is being delivered is finished first. */
export const webhookDispatcher = Layer.effectDiscard(Effect.forkScoped(Effect.suspend(() => dispatching)))

const dispatching = Effect.flatMap(WebhookRoom, ({ isEmpty }) => Effect.ensuring(dispatchForever, isEmpty.await))

const dispatchForever = Effect.gen(function* () {
  const { free, gate } = yield* WebhookRoom
  while (true) {
    yield* free.countAnew
    const count = yield* gate.withPermit(
      beginDue.pipe(
        Effect.catchCause((cause) => Effect.as(Effect.logError("webhooks could not be looked for", cause), 0)),
      ),
    )
    yield* Effect.timeoutOption(free.many, pauseMillis)
    if (count === 0) yield* Effect.timeoutOption(free.one, pollMillis - pauseMillis)
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
    yield* enter(jobs)
    // Not of the scope, which would cut it off: whoever stops the dispatcher waits until the room is empty.
    yield* Effect.forkDetach(inPlaces(lease, jobs))
    return jobs.length
  }),
)

/** Each job gives its place back as soon as it is recorded, and all of them do whatever happens. */
const inPlaces = Effect.fnUntraced(function* (lease: string, jobs: ReadonlyArray<Job>) {
  const { leave } = yield* WebhookRoom
  const placed = new Set(jobs)
  const left = (some: ReadonlyArray<Job>) => Effect.suspend(() => leave(some.filter((job) => placed.delete(job))))
  yield* deliverBatch(lease, jobs, left).pipe(
    Effect.catchCause((cause) => Effect.logError("webhooks could not be delivered", cause)),
    Effect.ensuring(Effect.suspend(() => left([...placed]))),
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
