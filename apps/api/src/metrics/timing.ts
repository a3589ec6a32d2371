/**
 * Takes the time of what others do, by the machine's own clock, however far a sandbox's was turned.
 */
import { Cause, Effect, Exit } from "effect"

/** @param told - how it ended, and after how many seconds */
export const timed = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  told: (exit: Exit.Exit<A, E>, seconds: number) => void,
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.onExit(work, (exit) => Effect.sync(() => told(exit, (performance.now() - began) / 1e3)))
  })

/** `timed_out`: whoever waited for it waits no more. */
export type Ending = "answered" | "failed" | "timed_out"

export const endings: ReadonlyArray<Ending> = ["answered", "failed", "timed_out"]

export const endingOf = (exit: Exit.Exit<unknown, unknown>): Ending => {
  if (Exit.isSuccess(exit)) return "answered"
  return Cause.hasInterruptsOnly(exit.cause) ? "timed_out" : "failed"
}
