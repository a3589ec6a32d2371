/**
 * Guesses, in SQL: a row for each key, for a day.
 */
import { Guesses } from "@vintem/domain/access"
import { GuessLog } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  GuessLog,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const select = preparedQuery<{ key: string }, GuessRow>((value) =>
      build.selectFrom("guess").selectAll().where("key", "=", value("key")),
    )

    const put = preparedQuery<GuessRow, unknown>((value) =>
      build
        .insertInto("guess")
        .values({
          key: value("key"),
          count: value("count"),
          last_at: value("last_at"),
          wait_until: value("wait_until"),
        })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet((e) => ({
            count: e.ref("excluded.count"),
            last_at: e.ref("excluded.last_at"),
            wait_until: e.ref("excluded.wait_until"),
          })),
        ),
    )

    const remove = preparedQuery<{ key: string }, unknown>((value) =>
      build.deleteFrom("guess").where("key", "=", value("key")),
    )

    const forget = preparedQuery<{ before: number; limit: number }, unknown>((value) =>
      lockedSelection(
        executor.dialect,
        build
          .selectFrom("guess")
          .select("key")
          .where("last_at", "<", value("before"))
          .orderBy("last_at")
          .limit(value("limit")),
      )
        .deleteFrom("guess")
        .where("key", "in", (e) => e.selectFrom("chosen").select("chosen.key")),
    )

    return GuessLog.of({
      find: (key) =>
        Effect.flatMap(executor.readEntry("guesses.find", entryOf(key), select({ key })), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(guessesFromRow(row)),
        ),
      put: ({ count, key, lastAt, waitUntil }) =>
        Effect.asVoid(executor.write("guesses.put", put({ key, count, last_at: lastAt, wait_until: waitUntil }))),
      remove: (key) => Effect.asVoid(executor.write("guesses.remove", remove({ key }))),
      forget: (before, limit) =>
        Effect.map(executor.write("guesses.forget", forget({ before, limit })), ({ changes }) => changes),
    })
  }),
)

interface GuessRow {
  readonly key: string
  readonly count: number
  readonly last_at: number
  readonly wait_until: number
}

/** The name that a unit locks while it counts under a key. */
const entryOf = (key: string): string => `guesses ${key}`

const readGuesses = readerOf(Guesses)

const guessesFromRow = ({ count, key, last_at, wait_until }: GuessRow) =>
  readGuesses("guesses.find", "What was guessed", { key, count, lastAt: last_at, waitUntil: wait_until })
