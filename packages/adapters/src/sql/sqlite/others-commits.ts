/**
 * Notices that another connection has committed to an SQLite file, such as a command while the service runs. It does
 * not learn what was changed.
 */
import type BetterSqlite from "better-sqlite3"
import { Effect } from "effect"

/** A check takes 2 µs. */
const lookIntervalMillis = 500

/** Checks until the scope ends. @see https://sqlite.org/pragma.html#pragma_data_version */
export const onOthersCommits = (database: BetterSqlite.Database, noticed: () => void) =>
  Effect.gen(function* () {
    const dataVersion = database.prepare<[], number>("pragma data_version").pluck()
    let seen = dataVersion.get()
    const look = Effect.sync(() => {
      const version = dataVersion.get()
      if (version !== seen) noticed()
      seen = version
    })
    // A file that cannot be read now may be readable later: other queries report what is wrong.
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(lookIntervalMillis), Effect.ignoreCause(look))))
  })
