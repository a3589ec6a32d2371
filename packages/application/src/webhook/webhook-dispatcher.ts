/**
 * Delivers webhooks as long as the service runs: many at once, and of each company only so many, so that a receiver that is slow or
 * dead holds up nobody but itself.
 *
 * It works by turns. In each, what came back is recorded, and what is due takes the places that became free: side by side, so that a
 * store that merges units has one commit for both. What is on its way meanwhile comes back in a later turn.
 */
import { type CompanyId, Identifiers, instant, type Job, JobQueue } from "@vintem/domain"
import { Clock, Effect, Latch, Layer, Option } from "effect"
import { recordSent } from "./record-sent.ts"
import { type Claim, type Sent, sendClaimed } from "./send-claimed.ts"
import { WebhookPolicy } from "./webhook-policy.ts"
import { WebhookRoom } from "./webhook-room.ts"

/** How many are delivered at once by a process, and how many of them to one company. */
const placesMax = 512
const placesOfCompany = 16
/** How long an event may go unnoticed, milliseconds; less while deliveries come back, as each makes room for another. */
const pollMillis = 50
/** Between two turns so much passes, milliseconds, unless enough came back sooner to be worth a commit. */
const pauseMillis = 10

/** Stops with the scope: nothing new is begun, and what is being delivered is finished first. */
export const webhookDispatcher = Layer.effectDiscard(
  Effect.gen(function* () {
    const desk = yield* makeDesk
    yield* Effect.forkScoped(Effect.ensuring(takeTurns(desk), finish(desk)))
  }),
)

/** Where deliveries lie that came back, until a turn takes them. */
interface Desk {
  /** Puts one there. */
  readonly put: (sent: Sent) => Effect.Effect<void>
  /** One has left the room by itself: its place can be given out. */
  readonly noteLeft: Effect.Effect<void>
  /** Takes all. */
  readonly take: Effect.Effect<ReadonlyArray<Sent>>
  /** Waits for something to do. */
  readonly some: Effect.Effect<void>
  /**
   * Waits for as much as is worth a commit: what one company may have on its way, and half of everything that is, so that the other
   * half is with its receivers while this one is recorded.
   */
  readonly enough: Effect.Effect<void>
}

const makeDesk = Effect.gen(function* () {
  const { taken } = yield* WebhookRoom
  const some = yield* Latch.make(false)
  const enough = yield* Latch.make(false)
  let lying: Array<Sent> = []
  const isEnough = () => lying.length >= Math.max(placesOfCompany, taken() / 2)
  const desk: Desk = {
    put: (sent) =>
      Effect.suspend(() => {
        lying.push(sent)
        return isEnough() ? Effect.andThen(some.open, enough.open) : some.open
      }),
    noteLeft: Effect.asVoid(some.open),
    take: Effect.suspend(() => {
      const together = lying
      lying = []
      return Effect.as(some.close, together)
    }),
    some: some.await,
    enough: Effect.suspend(() => (isEnough() ? Effect.void : Effect.andThen(enough.close, enough.await))),
  }
  return desk
})

const takeTurns = Effect.fnUntraced(function* (desk: Desk) {
  while (true) {
    const done = yield* turn(desk)
    yield* Effect.timeoutOption(desk.enough, pauseMillis)
    if (done === 0) yield* Effect.timeoutOption(desk.some, pollMillis - pauseMillis)
  }
})

/** @returns how many were recorded or begun: as long as there are some, there may be more */
const turn = Effect.fnUntraced(function* (desk: Desk) {
  const { gate } = yield* WebhookRoom
  const together = yield* cleared(desk)
  const begun = gate.withPermitsIfAvailable(1)(beginDue(desk))
  const [, count] = yield* Effect.all([recordCleared(together), begun], { concurrency: "unbounded" })
  return together.length + Option.getOrElse(count, () => 0)
}, Effect.uninterruptible)

/** What came back, which makes way: its places are given out in the turn that records it. */
const cleared = Effect.fnUntraced(function* (desk: Desk) {
  const { makeWay } = yield* WebhookRoom
  const together = yield* desk.take
  yield* makeWay(together.map(({ job }) => job))
  return together
})

/** What is not recorded stays claimed until its lease runs out, and is sent again then. */
const recordCleared = Effect.fnUntraced(function* (together: ReadonlyArray<Sent>) {
  if (together.length === 0) return
  const { leave } = yield* WebhookRoom
  yield* recordSent(together).pipe(
    Effect.catchCause((cause) => Effect.logError("webhooks could not be recorded", cause)),
    Effect.ensuring(leave(together.map(({ job }) => job))),
  )
})

/** Begins what is due and has a place. @returns how many were begun */
const beginDue = Effect.fnUntraced(
  function* (desk: Desk) {
    const { taken, enter } = yield* WebhookRoom
    const free = placesMax - taken()
    if (free === 0) return 0
    const claim = yield* claimed(free, (company) => placesOfCompany - taken(company))
    if (claim.jobs.length === 0) return 0
    yield* enter(claim.jobs)
    // Not of the scope, which would cut it off: whoever stops the dispatcher waits until the room is empty.
    yield* Effect.forkDetach(inPlaces(desk, claim))
    return claim.jobs.length
  },
  Effect.catchCause((cause) => Effect.as(Effect.logError("webhooks could not be looked for", cause), 0)),
)

/** Whatever happens, each job comes to the desk or leaves by itself. */
const inPlaces = Effect.fnUntraced(function* (desk: Desk, claim: Claim) {
  const { leave, makeWay } = yield* WebhookRoom
  const placed = new Set(claim.jobs)
  const goAway = (jobs: ReadonlyArray<Job>) =>
    Effect.suspend(() => {
      for (const job of jobs) placed.delete(job)
      return makeWay(jobs).pipe(Effect.andThen(leave(jobs)), Effect.andThen(desk.noteLeft))
    })
  const told = {
    answered: (sent: Sent) => Effect.suspend(() => (placed.delete(sent.job) ? desk.put(sent) : Effect.void)),
    left: (job: Job) => goAway([job]),
  }
  yield* sendClaimed(claim, told).pipe(
    Effect.catchCause((cause) => Effect.logError("webhooks could not be delivered", cause)),
    Effect.ensuring(Effect.suspend(() => goAway([...placed]))),
  )
})

/** Records what is still on its way, and begins nothing new. */
const finish = Effect.fnUntraced(function* (desk: Desk) {
  const { isEmpty } = yield* WebhookRoom
  while (!isEmpty.isOpen()) {
    yield* desk.some
    yield* Effect.sleep(pauseMillis)
    yield* recordCleared(yield* cleared(desk))
  }
})

/**
 * Delivers what is due now, and waits until it is done: for a clock that is moved, which nothing may overtake. Not to be interrupted.
 *
 * @returns how many there were
 */
export const deliverDue = Effect.fn("deliverDue")(function* () {
  const claim = yield* claimed(placesMax, () => placesOfCompany)
  const together: Array<Sent> = []
  yield* sendClaimed(claim, {
    answered: (sent) => Effect.sync(() => together.push(sent)),
    left: () => Effect.void,
  })
  yield* recordSent(together)
  return claim.jobs.length
}, Effect.uninterruptible)

const claimed = Effect.fnUntraced(function* (limit: number, room: (company: CompanyId) => number) {
  const queue = yield* JobQueue
  const { timeoutMillis } = yield* WebhookPolicy
  const lease = yield* (yield* Identifiers).lease
  const now = instant(yield* Clock.currentTimeMillis)
  const until = instant(now + timeoutMillis + leaseMarginMillis)
  const jobs = yield* queue.claim({ lane: "webhook", lease, now, until, limit, room })
  const claim: Claim = { lease, jobs }
  return claim
})

/** What a delivery may take beside the receiver's own time before it goes to others, milliseconds. */
const leaseMarginMillis = 20_000
