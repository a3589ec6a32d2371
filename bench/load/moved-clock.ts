/** A clock that is ahead of the machine's: months pass in an instant. */
import { Clock, type Duration, Effect, Layer } from "effect"

/** @returns the layer, and a function that moves it forward */
export const movedClock = (): { readonly layer: Layer.Layer<never>; readonly advance: (millis: number) => void } => {
  let ahead = 0
  return {
    advance: (millis) => {
      ahead += millis
    },
    layer: Layer.effect(
      Clock.Clock,
      Effect.map(Clock.Clock, (real) => {
        const nanos = () => BigInt(ahead) * 1_000_000n
        return {
          currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + ahead,
          currentTimeMillis: Effect.map(real.currentTimeMillis, (now) => now + ahead),
          currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + nanos(),
          currentTimeNanos: Effect.map(real.currentTimeNanos, (now) => now + nanos()),
          monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
          monotonicTimeNanos: real.monotonicTimeNanos,
          sleep: (duration: Duration.Duration) => real.sleep(duration),
        }
      }),
    ),
  }
}
