/**
 * Deletes data that is no longer needed: delivered and failed webhooks, given-up jobs, answers stored under idempotency
 * keys, counts of refused cards, of stopped payments and of messages; expired sessions, invitations and resets, and old
 * guesses.
 */
import { guessMemoryMillis } from "@vintem/domain/access"
import { instant, saoPauloDate } from "@vintem/domain/calendar"
import { cardWindowMaxMillis } from "@vintem/domain/order"
import {
  CardAttempts,
  GuessLog,
  IdempotencyStore,
  JobQueue,
  MailCounts,
  SessionRepository,
  type StorageUnavailable,
  TicketRepository,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { Clock, Context, Effect, Layer } from "effect"

/** Rows deleted in one commit, so that other writers wait only briefly. */
const piece = 1_000
/** The time between two runs, in milliseconds. */
const pauseMillis = 3_600_000

/** How long finished things are kept. */
export class RetentionPolicy extends Context.Service<RetentionPolicy, { readonly millis: number }>()(
  "@vintem/application/RetentionPolicy",
) {}

/** Forgets everything that is old enough, a piece at a time. @returns how many rows */
export const forgetOld = Effect.fn("forgetOld")(function* (): Effect.fn.Return<
  number,
  StorageUnavailable,
  | CardAttempts
  | GuessLog
  | IdempotencyStore
  | JobQueue
  | MailCounts
  | RetentionPolicy
  | SessionRepository
  | TicketRepository
  | WebhookDeliveryRepository
> {
  const { millis } = yield* RetentionPolicy
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const keys = yield* IdempotencyStore
  const cards = yield* CardAttempts
  const sessions = yield* SessionRepository
  const tickets = yield* TicketRepository
  const guesses = yield* GuessLog
  const mails = yield* MailCounts
  const now = instant(yield* Clock.currentTimeMillis)
  const before = instant(Math.max(0, now - millis))
  const forgotten = yield* Effect.all([
    untilNoneLeft(deliveries.forget(before, piece)),
    untilNoneLeft(queue.forgetDead(before, piece)),
    // A stored answer is repeated for a day. After that it is useless.
    untilNoneLeft(keys.forget(now, piece)),
    // Beyond the longest window they do not count, and a hash of an address is not kept longer than needed.
    untilNoneLeft(cards.forgetAttempts(instant(Math.max(0, now - cardWindowMaxMillis)), piece)),
    untilNoneLeft(cards.forgetStops(before, piece)),
    untilNoneLeft(sessions.forget(now, piece)),
    untilNoneLeft(tickets.forget(now, piece)),
    untilNoneLeft(guesses.forget(instant(Math.max(0, now - guessMemoryMillis)), piece)),
    // Past days do not count.
    untilNoneLeft(mails.forget(saoPauloDate(now), piece)),
  ])
  return forgotten.reduce((sum, count) => sum + count, 0)
})

/** Forgets piece by piece. */
const untilNoneLeft = Effect.fnUntraced(function* <R>(forget: Effect.Effect<number, StorageUnavailable, R>) {
  let sum = 0
  while (true) {
    const count = yield* forget
    sum += count
    if (count < piece) return sum
  }
})

/** Forgets old data every hour, while the service runs. */
export const retention = Layer.effectDiscard(Effect.forkScoped(Effect.suspend(() => forgetForever)))

const forgetForever = Effect.gen(function* () {
  while (true) {
    yield* forgetOld().pipe(Effect.catchCause((cause) => Effect.logError("old data could not be deleted", cause)))
    yield* Effect.sleep(pauseMillis)
  }
})
