/**
 * Counts the card attempts of payers.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import {
  addressCardStop,
  type CardCap,
  type CardOutcome,
  type CardPast,
  type CardStop,
  cardCaps,
} from "@vintem/domain/order"
import type { PayerCardAttempt, StopSubject } from "@vintem/domain/ports"
import { sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { hold, type Procedure, read, writeUnread } from "../engine/procedure.ts"

export const cardAttemptWriting = ({ build }: Dialect) => {
  /** All counts in one statement: each card payment of a payer needs one query, not four. */
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

  /** @see CardAttempts.start @returns why it may not start; null if it is counted */
  function* start({ at, key, link, visitor }: PayerCardAttempt): Procedure<CardStop | null> {
    // Attempts of one address are counted one after another: at the same time, two would both find the last place free.
    yield* hold(`card attempts of ${visitor}`)
    const [past = nothing] = yield* read(
      selectPast({
        visitor,
        link,
        since_at_link: at - cardCaps.address_at_link.windowMillis,
        since_overall: at - cardCaps.address.windowMillis,
        since_of_link: at - cardCaps.link.windowMillis,
      }),
    )
    const stop = addressCardStop(past)
    if (stop === null) yield* writeUnread(insertAttempt({ key, visitor, link_slug: link, at }))
    return stop
  }

  /** @see CardAttempts.settle */
  function* settle(key: AttemptKey, outcome: CardOutcome): Procedure<void> {
    yield* writeUnread(outcome === "cleared" ? deleteAttempt({ key }) : updateAttempt({ key, ...columnsOf(outcome) }))
  }

  /** @see CardAttempts.recordStop */
  function* recordStop(subject: StopSubject, cap: CardCap, at: Instant): Procedure<void> {
    yield* writeUnread(countStop({ subject: nameOf(subject), cap, at }))
  }

  return { recordStop, settle, start }
}

/** The counts of an address that was never seen. */
const nothing: CardPast = { atLink: null, overall: null, ofLink: null, ownRefused: null }

/** Written as in the conditions of the indexes: an index would not be used for a bound value. */
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

const columnsOf = (outcome: Exclude<CardOutcome, "cleared">) => ({
  is_counted: outcome === "set_aside" ? 0 : 1,
  is_refused: outcome === "refused" ? 1 : 0,
})

/** The order or link of a stopped card payment. */
export const nameOf = (subject: StopSubject): string =>
  subject._tag === "order" ? `order ${subject.number}` : `link ${subject.slug}`
