/** Measures time by the machine's clock, even if a sandbox's was moved. */
import { Effect, type Exit } from "effect"

/** @param told - receives the outcome and its seconds */
export const timed = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  told: (exit: Exit.Exit<A, E>, seconds: number) => void,
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.onExit(work, (exit) => Effect.sync(() => told(exit, (performance.now() - began) / 1e3)))
  })
