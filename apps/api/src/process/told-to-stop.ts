/**
 * Waits for the order to stop: a signal, or the end of the npm that started the server. Either way the server finishes
 * its work, and the log says why it stops.
 */
import { Effect, Fiber, type Scope } from "effect"
import { launchersEnd } from "./launchers.ts"

export interface StopRequest {
  /**
   * Waits for the order to stop, and logs why: the last thing that a server does. Interrupted if the whole program is.
   */
  readonly received: Effect.Effect<void>
  /** Interrupts a long start when the server has to stop, and logs why. */
  readonly interrupting: <A, E, R>(starting: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Starts listening, so that a signal during the start is not lost. SIGINT and SIGTERM interrupt the whole program (see
 * main.ts).
 */
export const toldToStop: Effect.Effect<StopRequest, never, Scope.Scope> = Effect.gen(function* () {
  let reason = "interrupted"
  const because = (cause: string) => () => {
    reason = cause
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) yield* onSignal(signal, because(signal))
  const hungUp = Effect.tap(hangUp, () => Effect.sync(because("SIGHUP")))
  const npmEnded = Effect.tap(yield* launchersEnd, () => Effect.sync(because("the parent process has ended")))
  const told = yield* Effect.forkScoped(Effect.raceFirst(hungUp, npmEnded), { startImmediately: true })
  const asked = Fiber.join(told)
  const logged = () => Effect.logInfo("stopping", { reason })
  return {
    received: Effect.onExit(asked, logged),
    interrupting: (starting) =>
      Effect.onInterrupt(Effect.raceFirst(starting, Effect.andThen(asked, Effect.interrupt)), logged),
  }
})

/** Runs before the listeners of main.ts, which interrupt at once. */
const onSignal = (signal: NodeJS.Signals, listener: () => void) =>
  Effect.acquireRelease(
    Effect.sync(() => process.prependListener(signal, listener)),
    () => Effect.sync(() => process.off(signal, listener)),
  )

/** The terminal was closed. Node would end at once. */
const hangUp = Effect.callback<void>((resume) => {
  const listener = () => resume(Effect.void)
  process.once("SIGHUP", listener)
  return Effect.sync(() => process.off("SIGHUP", listener))
})
