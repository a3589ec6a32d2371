/** Allows one service at a time on an SQLite file. PostgreSQL is made for many. */
import { dirname } from "node:path"
import { type HeldByAnother, serviceLock } from "@vintem/adapters"
import { Duration, Effect, Schedule } from "effect"
import type { DatabaseLocation } from "./configuration/database-location.ts"
import { makeFolder } from "./data-folder/data-folder.ts"
import { Refused } from "./failures/outcome.ts"

/** How often a waiting service checks if the previous one has ended. */
const retryInterval = Duration.millis(100)

export interface SoleServiceOptions {
  /** How long to wait for a stopping service to end, so that a quick restart works. */
  readonly patience: Duration.Duration
  /** The setting that chooses another file, such as `DATABASE_URL`. */
  readonly chosenBy: string
}

/**
 * Locks the file against other services until the scope closes. Waits for a stopping service, and fails if it does not
 * end. Taken before the port: once the previous service has ended, its port is free too.
 */
export const soleService = Effect.fn("soleService")(function* (
  database: DatabaseLocation,
  { chosenBy, patience }: SoleServiceOptions,
) {
  if (database._tag !== "sqlite_file") return
  yield* makeFolder(dirname(database.path))
  const locked = serviceLock(database.path)
  const waiting = locked.pipe(
    Effect.retry({
      while: ({ _tag }) => _tag === "HeldByAnother",
      schedule: Schedule.spaced(retryInterval).pipe(Schedule.upTo({ duration: patience })),
    }),
  )
  yield* locked.pipe(
    Effect.catchTag("HeldByAnother", ({ file }) =>
      Effect.andThen(
        Effect.logWarning("another service uses the database: waiting for it to end", {
          file,
          seconds: Math.ceil(Duration.toSeconds(patience)),
        }),
        waiting,
      ),
    ),
    Effect.catchTag("HeldByAnother", (held) => refusal(held, chosenBy)),
  )
})

const refusal = ({ file }: HeldByAnother, chosenBy: string) =>
  new Refused({
    message: `Another service uses ${file}: stop it and start this one again, or give this one another file with ${chosenBy}.`,
  })
