/**
 * How late the event loop of this process is.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect } from "effect"

/** How often the event loop is sampled, milliseconds: shorter delays do not show. */
const resolutionMillis = 10

/** Begins to watch when it is asked for the first time, and stops with the scope. */
export const eventLoopDelays = Effect.gen(function* () {
  let watched: ReturnType<typeof monitorEventLoopDelay> | undefined
  yield* Effect.addFinalizer(() => Effect.sync(() => watched?.disable()))
  return () => {
    if (watched === undefined) {
      watched = monitorEventLoopDelay({ resolution: resolutionMillis })
      watched.enable()
    }
    return watched
  }
})
