/**
 * Lets a starting service wait for its database, and logs that it waits.
 *
 * @see docs/decisions/engineering.md#0344
 */
import type { PostgresStorage } from "@vintem/adapters"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Duration, Effect } from "effect"
import { storageSentence } from "./failures/sentences.ts"

/** The pause before the database is tried again. */
export const retryInterval = Duration.seconds(1)

/** How often the log repeats why the service still waits. */
const reminderSeconds = Duration.toSeconds("1 minute")

/** The wall clock may jump while a machine starts. */
const clockSeconds = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e9)

/** @param begins - runs when the wait begins */
export const awaitingDatabase =
  (begins: Effect.Effect<void>): PostgresStorage.OpeningPolicy =>
  (open, isCuredByTime) =>
    Effect.gen(function* () {
      const startedAt = yield* clockSeconds
      let saidAt: number | undefined

      const wait = Effect.fnUntraced(function* (failure: StorageUnavailable) {
        const now = yield* clockSeconds
        if (saidAt === undefined) yield* begins
        if (saidAt === undefined || now - saidAt >= reminderSeconds) {
          saidAt = now
          const said = { reason: storageSentence(failure), seconds: Math.round(now - startedAt) }
          yield* Effect.logError("waiting for the database", said)
        }
        yield* Effect.sleep(retryInterval)
      })

      const opened = yield* Effect.retry(open, {
        while: (failure) => (isCuredByTime(failure) ? Effect.as(wait(failure), true) : false),
      })
      if (saidAt !== undefined) {
        yield* Effect.logInfo("the database answers", { seconds: Math.round((yield* clockSeconds) - startedAt) })
      }
      return opened
    })
