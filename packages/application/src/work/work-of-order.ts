/**
 * Which work a change of an order asks for, and which it makes needless. Added in the commit of the change itself.
 */
import {
  type Attempt,
  attemptStanding,
  type Instant,
  instant,
  instrumentExpiry,
  JobQueue,
  type NewJob,
  type Order,
  type OrderEvent,
} from "@vintem/domain"
import { Effect } from "effect"
import { ChargePolicy } from "../order/charge-policy.ts"
import { nextAsking } from "./schedule.ts"
import { jobOf, nameOfWork, type Work } from "./work.ts"

/** Part of a unit: keeps the queue in step with the events the unit stores. */
export const keepWork = Effect.fnUntraced(function* (order: Order, events: ReadonlyArray<OrderEvent>) {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const queue = yield* JobQueue
  const wanted: Array<NewJob> = []
  const needless: Array<string> = []
  for (const event of events) {
    if (event._tag !== "AttemptStarted" && event._tag !== "AttemptReported") continue
    const attempt = order.attempts.find(({ id }) => id === event.attempt)
    if (attempt === undefined) continue
    const resolving: Work = { _tag: "ResolveAttempt", ...placeOf(order, attempt) }
    const expiring: Work = { _tag: "ExpireInstrument", ...placeOf(order, attempt) }
    const askAt = isUnresolved(attempt) ? nextAsking(unknownSince(attempt, acquirerTimeoutMillis), event.at) : null
    if (askAt !== null) wanted.push(jobOf(resolving, askAt))
    else if (event._tag === "AttemptReported") needless.push(nameOfWork(resolving))
    if (attempt.instrument === null) continue
    if (attemptStanding(attempt.facts) === "open") wanted.push(jobOf(expiring, instrumentExpiry(attempt.instrument)))
    else needless.push(nameOfWork(expiring))
  }
  yield* queue.enqueue(wanted)
  yield* queue.withdraw(needless)
})

/** Whether the acquirer has something to tell of an attempt that does not wait for the payer. */
export const isUnresolved = (attempt: Attempt): boolean => {
  const standing = attemptStanding(attempt.facts)
  return standing === "sent" || standing === "unknown" || standing === "review" || standing === "approved"
}

/** When an attempt's outcome became unknown, had no answer come. */
export const unknownSince = (attempt: Attempt, acquirerTimeoutMillis: number): Instant =>
  instant(attempt.startedAt + acquirerTimeoutMillis)

const placeOf = (order: Order, attempt: Attempt) => ({
  company: order.details.company,
  order: order.details.number,
  attempt: attempt.id,
  key: attempt.key,
})
