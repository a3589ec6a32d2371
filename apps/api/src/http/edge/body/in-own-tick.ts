/**
 * Work that keeps the processor busy for tens of milliseconds. If one tick did it for several requests, all other requests would wait for
 * the sum.
 */
import { Effect, Semaphore } from "effect"

/** Does the work in a later tick of the event loop that has no other work of this kind. */
export const inOwnTick = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  permit.withPermit(Effect.andThen(nextTick, work))

const permit = Semaphore.makeUnsafe(1)

const nextTick = Effect.callback<void>((resume) => {
  const scheduled = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(scheduled))
})
