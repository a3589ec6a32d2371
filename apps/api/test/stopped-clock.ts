/**
 * A clock that stops until it is moved: tests know in advance every time that the service answers.
 *
 * Waiting stays real. Time-outs run in real time, so that nothing hangs because the clock is not moved.
 */
import { Clock, Effect, Layer } from "effect"

/** A Thursday, noon in São Paulo. The Friday after it is a bank holiday. */
const noon = Date.parse("2026-11-19T15:00:00Z")

export interface StoppedClock {
  readonly now: () => number
  readonly advance: (by: { readonly seconds?: number; readonly hours?: number; readonly days?: number }) => void
  readonly layer: Layer.Layer<never>
}

export const stoppedClock = (): StoppedClock => {
  let now = noon
  const nanos = () => BigInt(now) * 1_000_000n
  return {
    now: () => now,
    advance: ({ seconds = 0, hours = 0, days = 0 }) => {
      now += ((days * 24 + hours) * 3_600 + seconds) * 1_000
    },
    layer: Layer.effect(
      Clock.Clock,
      Effect.map(Clock.Clock, (live) => ({
        currentTimeMillisUnsafe: () => now,
        currentTimeMillis: Effect.sync(() => now),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: live.monotonicTimeNanos,
        sleep: (duration) => live.sleep(duration),
      })),
    ),
  }
}
