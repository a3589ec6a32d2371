/**
 * Has what waits for the acquirer asked soon once it answers again, instead of each by its own schedule.
 *
 * The jobs are brought forward in the store: any process may do them, and a crash loses nothing.
 *
 * @see docs/decisions/orders.md#0342
 */
import { instant } from "@vintem/domain/calendar"
import { type JobId, JobQueue, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Context, Effect, Exit, Layer } from "effect"
import { AcquirerHealth } from "../charging/acquirer-watch.ts"
import type { Work } from "../queue/work.ts"

/** How often a silent acquirer is asked, and all that waits at most, milliseconds. */
const pauseMillis = 10_000
/** Between two questions, milliseconds. */
const stepMillis = 25
/** How many jobs are brought forward in one commit. */
const piece = 200

/**
 * Work that waits for the acquirer's word. A Pix or slip that expires is none: nearly all such work waits for a day to come, and until then
 * the acquirer has nothing to tell.
 */
const askingKinds: ReadonlyArray<Work["_tag"]> = ["ResolveAttempt", "VoidAttempt", "ResolveRefund", "WithdrawPayment"]

/** Has all that waits asked, oldest first, `stepMillis` apart. What is due sooner stays so. */
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

/** Has all that waits asked when an operator wants it. Repeated within `pauseMillis` it changes nothing, so that the rate stays bounded. */
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

/** Has the oldest that waits asked at once: its answer tells whether the acquirer is back. */
const askOne = Effect.gen(function* () {
  const { hasten } = yield* JobQueue
  const from = instant(yield* Clock.currentTimeMillis)
  yield* hasten({ kinds: askingKinds, after: null, from, stepMillis: 0, limit: 1 })
})

/** Runs beside the worker. */
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
    // If answers and failures take turns, all is asked at most so often.
    if (isBack) yield* Effect.sleep(pauseMillis)
  }
})
