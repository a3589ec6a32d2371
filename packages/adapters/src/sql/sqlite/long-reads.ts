/**
 * Long reads of an SQLite file, in a thread (see long-read-thread.ts): on the connection of the service, all other
 * queries would wait for them.
 *
 * @see docs/decisions/storage.md#0320
 */
import type { Realm } from "@vintem/domain/access"
import BetterSqlite from "better-sqlite3"
import { Effect, RcRef, type Scope } from "effect"
import type { CompiledQuery } from "kysely"
import { askedThread } from "../../node/asked-thread.ts"
import { longReadTurns } from "../engine/long-read-turns.ts"
import type { LongRead, LongReadAnswer } from "./long-read-thread.ts"

/** How long the idle thread waits for the next read. */
const keptFor = "1 minute"

/**
 * Reads in turn with other callers. Fails with the reason why the thread ended, with SQLite's error, or as `busy` if
 * too many reads wait.
 */
type ReadLong = <O>(
  operation: string,
  caller: Realm,
  query: CompiledQuery<O>,
) => Effect.Effect<ReadonlyArray<O>, unknown>

/** @param file - read until the end of the scope, by a thread that is started when it is needed */
export const longReads = (file: string): Effect.Effect<ReadLong, never, Scope.Scope> =>
  Effect.gen(function* () {
    const inTurn = longReadTurns(1) // the thread reads one thing at a time
    const threads = yield* RcRef.make({
      acquire: askedThread<LongRead, LongReadAnswer>(import.meta.resolve("#long-read-thread"), {
        data: file,
        name: "long reads",
      }),
      idleTimeToLive: keptFor,
    })

    const answerTo = ({ parameters, sql }: CompiledQuery) =>
      Effect.scoped(
        Effect.flatMap(RcRef.get(threads), ({ ask }) =>
          Effect.tapError(ask({ sql, parameters }), () => RcRef.invalidate(threads)),
        ),
      )

    // The thread cannot be interrupted: the next read waits for it in any case.
    return <O>(operation: string, caller: Realm, query: CompiledQuery<O>) =>
      Effect.flatMap(inTurn(operation, caller, Effect.uninterruptible(answerTo(query))), rowsOf<O>)
  })

/** The rows are what the compiled query says they are: Kysely took their type from the tables. */
const rowsOf = <O>(answer: LongReadAnswer): Effect.Effect<ReadonlyArray<O>, unknown> =>
  "rows" in answer
    ? Effect.succeed(answer.rows as ReadonlyArray<O>)
    : Effect.fail(new BetterSqlite.SqliteError(answer.refused.message, answer.refused.code))
