/** Measures the delay of this process's event loop. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect } from "effect"

/** The sampling interval in milliseconds: shorter delays do not show. */
const resolutionMillis = 10

/** Starts measuring at the first question, and stops with the scope. */
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
