/**
 * Keeps the service running when code throws where no caller can catch it: in a socket's callback, a timer, an
 * unobserved promise.
 *
 * Otherwise Node would end the process, with all its requests, because of one connection. Such a fault should be
 * handled at its source, as a failed delivery or an answer 500. This logs the faults that the code forgot to handle.
 */
import { Effect } from "effect"

/**
 * Logs stray faults while the scope is open. A caller that waits for the result gets no error, and ends by its own
 * time-out.
 *
 * Open it before the first connection, and close it after the last.
 */
export const strayFaultsLogged = Effect.gen(function* () {
  const context = yield* Effect.context()
  const log = (fault: unknown): void => {
    Effect.runForkWith(context)(Effect.logError("an unhandled fault: the service continues", fault))
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
