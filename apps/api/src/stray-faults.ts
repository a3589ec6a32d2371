/**
 * Keeps the service up when something throws where nobody waits for it: in a callback of a socket, in a timer, in a promise that nobody
 * looks at.
 *
 * Node ends a process then, and with it the requests of everybody, for one connection's fault. Such a fault belongs where it is thrown: it
 * is a failed delivery, an answer 500. This is for the one that was forgotten, and says so in the log.
 */
import { Effect } from "effect"

/**
 * Logs stray faults for as long as the scope is open. Whoever waited for what was thrown is not told, and runs into a time of its own.
 *
 * Open it before the first connection is made, and so that it closes after the last.
 */
export const strayFaultsLogged = Effect.gen(function* () {
  const context = yield* Effect.context()
  const log = (fault: unknown): void => {
    Effect.runForkWith(context)(Effect.logError("a fault nobody waited for: the service goes on", fault))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      process.on("uncaughtException", log)
      process.on("unhandledRejection", log)
    }),
    () =>
      Effect.sync(() => {
        process.off("uncaughtException", log)
        process.off("unhandledRejection", log)
      }),
  )
})
