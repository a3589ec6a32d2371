/**
 * Card attempts of payers in SQL.
 *
 * A row for each attempt that is in flight, was refused or may yet be: a paid one leaves nothing, and after the longest window all are
 * forgotten.
 */
import { Instant } from "@vintem/domain/calendar"
import { CardCap } from "@vintem/domain/order"
import { CardAttempts } from "@vintem/domain/ports"
import { Effect, Layer, Schema } from "effect"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { readerOf } from "../engine/stored-value.ts"
import { cardAttemptWriting, nameOf } from "./card-attempt-writing.ts"

export const layer = Layer.effect(
  CardAttempts,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const writing = cardAttemptWriting(executor.dialect)

    const selectStops = preparedQuery<{ subject: string }, StopRow>((value) =>
      build
        .selectFrom("card_stop")
        .select(["cap", "times", "first_at", "last_at"])
        .where("subject", "=", value("subject")),
    )

    const deleteAttempts = preparedQuery<Forgetting, unknown>((value) => {
      const old = build
        .selectFrom("card_attempt")
        .select("key")
        .where("at", "<", value("before"))
        .orderBy("at")
        .limit(value("limit"))
      return lockedSelection(executor.dialect, old)
        .deleteFrom("card_attempt")
        .where("key", "in", (e) => e.selectFrom("chosen").select("chosen.key"))
    })

    const deleteStops = preparedQuery<Forgetting, unknown>((value) => {
      const old = build
        .selectFrom("card_stop")
        .select(["subject", "cap"])
        .where("last_at", "<", value("before"))
        .orderBy("last_at")
        .limit(value("limit"))
      return lockedSelection(executor.dialect, old)
        .deleteFrom("card_stop")
        .where((e) =>
          e(
            e.refTuple("subject", "cap"),
            "in",
            e.selectFrom("chosen").select(["chosen.subject", "chosen.cap"]).$asTuple("subject", "cap"),
          ),
        )
    })

    return CardAttempts.of({
      start: (attempt) => executor.run("cardAttempts.start", () => writing.start(attempt)),
      settle: (key, outcome) => executor.run("cardAttempts.settle", () => writing.settle(key, outcome)),
      recordStop: (subject, cap, at) =>
        executor.run("cardAttempts.recordStop", () => writing.recordStop(subject, cap, at)),
      stops: Effect.fnUntraced(function* (subject) {
        const operation = "cardAttempts.stops"
        const rows = yield* executor.read(operation, selectStops({ subject: nameOf(subject) }))
        const found = yield* Effect.forEach(rows, ({ cap, times, first_at, last_at }) =>
          readStop(operation, `What was stopped of ${nameOf(subject)}`, {
            cap,
            times,
            firstAt: first_at,
            lastAt: last_at,
          }),
        )
        return CardCap.literals.flatMap((cap) => found.filter((one) => one.cap === cap))
      }),
      forgetAttempts: (before, limit) =>
        Effect.map(
          executor.write("cardAttempts.forgetAttempts", deleteAttempts({ before, limit })),
          ({ changes }) => changes,
        ),
      forgetStops: (before, limit) =>
        Effect.map(
          executor.write("cardAttempts.forgetStops", deleteStops({ before, limit })),
          ({ changes }) => changes,
        ),
    })
  }),
)

interface StopRow {
  readonly cap: string
  readonly times: number
  readonly first_at: number
  readonly last_at: number
}

interface Forgetting {
  readonly before: number
  readonly limit: number
}

const readStop = readerOf(Schema.Struct({ cap: CardCap, times: Schema.Int, firstAt: Instant, lastAt: Instant }))
