/**
 * The clock of a sandbox: it runs on like any other and can be moved forward, so that days of waiting are tried in seconds.
 *
 * It is the service's time. Rate limits and time-outs go by the machine's own.
 */
import { Settings } from "@vintem/adapters"
import { doDueWork, WorkTurn } from "@vintem/application"
import { type Instant, instant, JobQueue, type StorageUnavailable } from "@vintem/domain"
import { Clock, Context, type Duration, Effect, Layer, Option } from "effect"

/** The setting that keeps how far ahead the clock is, milliseconds: a clock that was moved stays moved. */
const aheadSetting = "sandbox-clock-ahead"

/** How long to wait for work that somebody else is doing, milliseconds of real time. */
const waitMillis = 20

/** How far the service's time is ahead of the machine's. */
export class ClockAhead extends Context.Service<
  ClockAhead,
  {
    /** Milliseconds, zero or more. */
    readonly millis: () => number
    /** Moves the clock forward. It never goes back. */
    readonly add: (millis: number) => Effect.Effect<void, StorageUnavailable>
  }
>()("@vintem/api/ClockAhead") {
  static readonly layer = Layer.effect(
    ClockAhead,
    Effect.gen(function* () {
      const settings = yield* Settings.Settings
      let ahead = Number(Option.getOrElse(yield* settings.find(aheadSetting), () => "0"))
      return ClockAhead.of({
        millis: () => ahead,
        add: (millis) =>
          Effect.suspend(() => {
            ahead += Math.max(0, millis)
            return settings.put(aheadSetting, String(ahead))
          }),
      })
    }),
  )
}

/** Puts the service's time in the place of the machine's. Sleeping is not shortened: who waits, waits in real time. */
export const sandboxClock = Layer.effect(
  Clock.Clock,
  Effect.gen(function* () {
    const { millis } = yield* ClockAhead
    const real = yield* Clock.Clock
    const nanos = () => BigInt(millis()) * 1_000_000n
    return {
      currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + millis(),
      currentTimeMillis: Effect.map(real.currentTimeMillis, (now) => now + millis()),
      currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + nanos(),
      currentTimeNanos: Effect.map(real.currentTimeNanos, (now) => now + nanos()),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration: Duration.Duration) => real.sleep(duration),
    }
  }),
)

/**
 * Moves the clock, stopping wherever work falls due on the way to have it done at its hour: so that moving it in one step or in
 * many comes to the same.
 *
 * @param seconds - 1 or more
 * @returns the time afterwards
 */
export const advanceClock = Effect.fn("advanceClock")(function* (seconds: number) {
  const { turn } = yield* WorkTurn
  return yield* turn.withPermit(advance(seconds * 1_000))
})

const advance = Effect.fnUntraced(function* (millis: number) {
  const ahead = yield* ClockAhead
  const queue = yield* JobQueue
  const target = (yield* now) + millis
  while (true) {
    const due = yield* queue.nextDue
    if (due === null || due > target) break
    yield* ahead.add(due - (yield* now))
    if ((yield* doDueWork()) === 0) yield* Effect.sleep(waitMillis)
  }
  yield* ahead.add(target - (yield* now))
  return yield* now
})

const now: Effect.Effect<Instant> = Effect.map(Clock.currentTimeMillis, instant)
