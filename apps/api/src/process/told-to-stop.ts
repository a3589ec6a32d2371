/**
 * How a server learns that it is to stop: by a signal, or because npm, which started it, is gone. Either way it finishes what it is
 * doing, and the log says why.
 */
import { Effect, Fiber, type Scope } from "effect"
import { launchersEnd } from "./launchers.ts"

export interface StopRequest {
  /** Waits until the server is to stop, and logs why: the last thing that a server does. Interrupted if the whole program is. */
  readonly received: Effect.Effect<void>
  /** Interrupts what may take long at the start when the server is to stop, and logs why. */
  readonly interrupting: <A, E, R>(starting: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Begins to listen, so that nothing is missed during the start. SIGINT and SIGTERM interrupt the program as a whole (see main.ts). */
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

/** Before the listeners of main.ts, which interrupt at once. */
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
