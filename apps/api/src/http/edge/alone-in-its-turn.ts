/**
 * Work that keeps the processor for tens of milliseconds: were it done for several requests at once, everybody else would wait for all of it.
 */
import { Effect, Semaphore } from "effect"

/** Does the work in a later turn of the event loop, in which no other work of this kind is done. */
export const aloneInItsTurn = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  permit.withPermit(Effect.andThen(nextTurn, work))

const permit = Semaphore.makeUnsafe(1)

const nextTurn = Effect.callback<void>((resume) => {
  const scheduled = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(scheduled))
})
