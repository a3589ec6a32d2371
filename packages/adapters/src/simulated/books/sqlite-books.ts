/**
 * The simulated acquirer's books in an SQLite file next to the service's, kept by a thread (see
 * sqlite-books-thread.ts).
 */
import { existsSync } from "node:fs"
import { StorageUnavailable } from "@vintem/domain/ports"
import BetterSqlite from "better-sqlite3"
import { Duration, Effect, Layer, RcRef } from "effect"
import { askedThread } from "../../node/asked-thread.ts"
import { faultOf } from "../../sql/sqlite/result-code.ts"
import { type BooksWork, type DoWork, isReading, nothingFound } from "./books-work.ts"
import { SimulatedBooks } from "./simulated-books.ts"
import type { ThreadAnswer } from "./sqlite-books-thread.ts"
import { storedBooks } from "./stored-books.ts"

/**
 * Books in an SQLite file, written by a thread.
 *
 * @param file - created with its first entry
 */
export const layer = (file: string): Layer.Layer<SimulatedBooks> =>
  Layer.effect(
    SimulatedBooks,
    Effect.gen(function* () {
      const threads = yield* RcRef.make({
        acquire: askedThread<ReadonlyArray<BooksWork>, ThreadAnswer>(import.meta.resolve("#simulated-books-thread"), {
          data: file,
          name: "simulated books",
        }),
        idleTimeToLive: Duration.infinity,
      })
      const answered = (batch: ReadonlyArray<BooksWork>) =>
        Effect.scoped(
          Effect.flatMap(RcRef.get(threads), ({ ask }) => Effect.tapError(ask(batch), () => RcRef.invalidate(threads))),
        )
      const doWork: DoWork = (batch) =>
        Effect.suspend(() =>
          isReading(batch) && !existsSync(file)
            ? Effect.succeed({ answers: batch.map(() => nothingFound) })
            : answered(batch),
        ).pipe(
          Effect.flatMap((answer) =>
            "answers" in answer
              ? Effect.succeed(answer.answers)
              : Effect.fail(new BetterSqlite.SqliteError(answer.refused.message, answer.refused.code)),
          ),
          Effect.mapError(
            (cause) => new StorageUnavailable({ fault: faultOf(cause), operation: "simulatedBooks", cause }),
          ),
        )
      return storedBooks(doWork)
    }),
  )
