/**
 * Reschedules all work that waits for the acquirer to run soon, after the acquirer answers again.
 *
 * The jobs are rescheduled in the store: any process may run them, and a crash loses nothing.
 *
 * @see docs/decisions/orders.md#0342
 */
import { instant } from "@vintem/domain/calendar"
import { type JobId, JobQueue, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Context, Effect, Exit, Layer } from "effect"
import { AcquirerHealth } from "../charging/acquirer-watch.ts"
import type { Work } from "../queue/work.ts"

/**
 * The time between two trials of a silent acquirer, and the shortest time between two runs that reschedule everything.
 * In milliseconds.
 */
const pauseMillis = 10_000
/** Between two requests, in milliseconds. */
const stepMillis = 25
/** Jobs rescheduled in one commit. */
const piece = 200

/**
 * Work that waits for the acquirer's answer. The expiry of a Pix or slip is not included: nearly all such work waits
 * for a day to come, and before it the acquirer has nothing to report.
 */
const askingKinds: ReadonlyArray<Work["_tag"]> = ["ResolveAttempt", "VoidAttempt", "ResolveRefund", "WithdrawPayment"]

/**
 * Reschedules all waiting work to run soon, oldest first, `stepMillis` apart. Work that is due sooner is not changed.
 */
export const askAllThatWaits = Effect.fn("askAllThatWaits")(function* (): Effect.fn.Return<
  void,
  StorageUnavailable,
  JobQueue
> {
  const { hasten } = yield* JobQueue
  const now = yield* Clock.currentTimeMillis
  let after: JobId | null = null
  let place = 0
  do {
    const from = instant(now + place * stepMillis)
    after = yield* hasten({ kinds: askingKinds, after, from, stepMillis, limit: piece })
    place += piece
  } while (after !== null)
})

/**
 * Reschedules all waiting work at an operator's request. Repeated within `pauseMillis` it does nothing, so that the
 * rate stays bounded.
 */
export class AskNow extends Context.Service<AskNow, { readonly ask: Effect.Effect<void, StorageUnavailable> }>()(
  "@vintem/application/AskNow",
) {
  static readonly layer = Layer.effect(
    AskNow,
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const asking = Effect.provideService(askAllThatWaits(), JobQueue, queue)
      return AskNow.of({ ask: yield* Effect.cachedWithTTL(asking, (exit) => (Exit.isSuccess(exit) ? pauseMillis : 0)) })
    }),
  )
}

/** Reschedules the oldest waiting work to run now: its answer shows if the acquirer is back. */
const askOne = Effect.gen(function* () {
  const { hasten } = yield* JobQueue
  const from = instant(yield* Clock.currentTimeMillis)
  yield* hasten({ kinds: askingKinds, after: null, from, stepMillis: 0, limit: 1 })
})

/** Runs alongside the worker. */
export const catchingUp = Layer.effectDiscard(Effect.forkScoped(Effect.suspend(() => catchUpForever)))

const catchUpForever = Effect.gen(function* () {
  const { isFailing, returned } = yield* AcquirerHealth
  while (true) {
    const isBack = yield* Effect.timeoutOrElse(Effect.as(returned, true), {
      duration: pauseMillis,
      orElse: () => Effect.succeed(false),
    })
    if (!isBack && !(yield* isFailing)) continue
    yield* (isBack ? askAllThatWaits() : askOne).pipe(
      Effect.catchCause((cause) =>
        Effect.logError("work that waits for the acquirer could not be brought forward", cause),
      ),
    )
    // If answers and failures alternate, everything is rescheduled at most this often.
    if (isBack) yield* Effect.sleep(pauseMillis)
  }
})
