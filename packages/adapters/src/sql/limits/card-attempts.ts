/**
 * Card attempts of payers in SQL.
 *
 * A row for each attempt that is in flight, was refused or may yet be: a paid one leaves nothing, and after the longest window all are
 * forgotten.
 */
import { Instant } from "@vintem/domain/calendar"
import { addressCardStop, CardCap, type CardOutcome, type CardPast, cardCaps } from "@vintem/domain/order"
import { CardAttempts, type PayerCardAttempt, type StopSubject, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer, Schema } from "effect"
import { sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { hold, writeUnread } from "../engine/procedure.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  CardAttempts,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    /** All in one statement: at each card payment of a payer it is one question to the database, not four. */
    const selectPast = preparedQuery<PastQuestion, CardPast>((value) => {
      const starts = build.selectFrom("card_attempt").select("at").orderBy("at", "desc").limit(1)
      const ofVisitor = starts.where("visitor", "=", value("visitor")).where(isCounted)
      const here = ofVisitor.where("link_slug", "=", value("link"))
      return build.selectNoFrom([
        here
          .where("at", ">", value("since_at_link"))
          .offset(cardCaps.address_at_link.refusedMax - 1)
          .as("atLink"),
        ofVisitor
          .where("at", ">", value("since_overall"))
          .offset(cardCaps.address.refusedMax - 1)
          .as("overall"),
        starts
          .where("link_slug", "=", value("link"))
          .where(isRefused)
          .where("at", ">", value("since_of_link"))
          .offset(cardCaps.link.refusedMax - 1)
          .as("ofLink"),
        here.where(isRefused).where("at", ">", value("since_of_link")).as("ownRefused"),
      ])
    })

    const insertAttempt = preparedQuery<AttemptRow, unknown>((value) =>
      build.insertInto("card_attempt").values({
        key: value("key"),
        visitor: value("visitor"),
        link_slug: value("link_slug"),
        at: value("at"),
        is_counted: 1,
        is_refused: 0,
      }),
    )

    const updateAttempt = preparedQuery<{ key: string; is_counted: number; is_refused: number }, unknown>((value) =>
      build
        .updateTable("card_attempt")
        .set({ is_counted: value("is_counted"), is_refused: value("is_refused") })
        .where("key", "=", value("key")),
    )

    const deleteAttempt = preparedQuery<{ key: string }, unknown>((value) =>
      build.deleteFrom("card_attempt").where("key", "=", value("key")),
    )

    const countStop = preparedQuery<{ subject: string; cap: string; at: number }, unknown>((value) =>
      build
        .insertInto("card_stop")
        .values({ subject: value("subject"), cap: value("cap"), times: 1, first_at: value("at"), last_at: value("at") })
        .onConflict((conflict) =>
          conflict
            .columns(["subject", "cap"])
            .doUpdateSet((e) => ({ times: e("card_stop.times", "+", 1), last_at: e.ref("excluded.last_at") })),
        ),
    )

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

    const start = Effect.fnUntraced(function* ({ at, key, link, visitor }: PayerCardAttempt) {
      const operation = "cardAttempts.start"
      // Attempts of one address are counted one after another: two that look at once would both find the last place free.
      yield* executor.run(operation, () => hold(`card attempts of ${visitor}`))
      const [past] = yield* executor.read(
        operation,
        selectPast({
          visitor,
          link,
          since_at_link: at - cardCaps.address_at_link.windowMillis,
          since_overall: at - cardCaps.address.windowMillis,
          since_of_link: at - cardCaps.link.windowMillis,
        }),
      )
      const stop = addressCardStop(yield* readPast(operation, "What is known of an address", past))
      if (stop === null) yield* executor.write(operation, insertAttempt({ key, visitor, link_slug: link, at }))
      return stop
    }, commit)

    return CardAttempts.of({
      start,
      settle: (key, outcome) =>
        executor.run("cardAttempts.settle", () =>
          writeUnread(outcome === "cleared" ? deleteAttempt({ key }) : updateAttempt({ key, ...columnsOf(outcome) })),
        ),
      recordStop: (subject, cap, at) =>
        executor.run("cardAttempts.recordStop", () => writeUnread(countStop({ subject: nameOf(subject), cap, at }))),
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

/** As they stand in the conditions of the indexes, which a value that comes with the query would not meet. */
const isCounted = sql<boolean>`is_counted = 1`
const isRefused = sql<boolean>`is_refused = 1`

interface PastQuestion {
  readonly visitor: string
  readonly link: string | null
  readonly since_at_link: number
  readonly since_overall: number
  readonly since_of_link: number
}

interface AttemptRow {
  readonly key: string
  readonly visitor: string
  readonly link_slug: string | null
  readonly at: number
}

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

const columnsOf = (outcome: Exclude<CardOutcome, "cleared">) => ({
  is_counted: outcome === "set_aside" ? 0 : 1,
  is_refused: outcome === "refused" ? 1 : 0,
})

const nameOf = (subject: StopSubject): string =>
  subject._tag === "order" ? `order ${subject.number}` : `link ${subject.slug}`

const InstantOrNull = Schema.NullOr(Instant)

const readPast = readerOf(
  Schema.Struct({ atLink: InstantOrNull, overall: InstantOrNull, ofLink: InstantOrNull, ownRefused: InstantOrNull }),
)

const readStop = readerOf(Schema.Struct({ cap: CardCap, times: Schema.Int, firstAt: Instant, lastAt: Instant }))
