/**
 * Card attempts of payers in memory.
 */
import type { Instant } from "@vintem/domain/calendar"
import { addressCardStop, CardCap, type CardPast, cardCaps } from "@vintem/domain/order"
import { CardAttempts, type PayerCardAttempt, type StopSubject } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Table } from "./table.ts"
import { type CardAttemptRow, compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  CardAttempts,
  Effect.gen(function* () {
    const { cardAttempts, cardStops } = yield* Tables

    /** Start times of matching attempts within a cap's window, latest first. */
    const startsOf = (
      { windowMillis }: { readonly windowMillis: number },
      now: Instant,
      fits: (row: CardAttemptRow) => boolean,
    ): ReadonlyArray<Instant> =>
      cardAttempts
        .entries()
        .map(([, row]) => row)
        .filter((row) => row.at > now - windowMillis && fits(row))
        .map(({ at }) => at)
        .sort((left, right) => right - left)

    const pastOf = ({ at: now, link, visitor }: PayerCardAttempt): CardPast => {
      const isOwn = (row: CardAttemptRow) => row.visitor === visitor && row.isCounted
      const isHere = (row: CardAttemptRow) => link !== null && row.link === link
      const { address, address_at_link, link: ofLink } = cardCaps
      const atLink = startsOf(address_at_link, now, (row) => isOwn(row) && isHere(row))
      const overall = startsOf(address, now, isOwn)
      const refused = startsOf(ofLink, now, (row) => row.isRefused && isHere(row))
      const ownRefused = startsOf(ofLink, now, (row) => isOwn(row) && row.isRefused && isHere(row))
      return {
        atLink: atLink[address_at_link.refusedMax - 1] ?? null,
        overall: overall[address.refusedMax - 1] ?? null,
        ofLink: refused[ofLink.refusedMax - 1] ?? null,
        ownRefused: ownRefused[0] ?? null,
      }
    }

    return CardAttempts.of({
      start: (attempt) =>
        Effect.sync(() => {
          const stop = addressCardStop(pastOf(attempt))
          if (stop !== null) return stop
          const { key, ...row } = attempt
          cardAttempts.put(key, { ...row, isCounted: true, isRefused: false })
          return null
        }),

      settle: (key, outcome) =>
        Effect.sync(() => {
          const row = cardAttempts.get(key)
          if (row === undefined) return
          if (outcome === "cleared") cardAttempts.forget(key)
          else {
            const isRefused = outcome === "refused"
            cardAttempts.put(key, { ...row, isRefused, isCounted: isRefused || outcome === "in_flight" })
          }
        }),

      recordStop: (subject, cap, at) =>
        Effect.sync(() => {
          const key = keyOf(subject, cap)
          const known = cardStops.get(key)
          cardStops.put(key, {
            cap,
            times: (known?.times ?? 0) + 1,
            firstAt: known?.firstAt ?? at,
            lastAt: at,
          })
        }),

      stops: (subject) =>
        Effect.sync(() => CardCap.literals.flatMap((cap) => cardStops.get(keyOf(subject, cap)) ?? [])),

      forgetAttempts: (before, limit) => Effect.sync(() => forgetOldest(cardAttempts, ({ at }) => at, before, limit)),

      forgetStops: (before, limit) => Effect.sync(() => forgetOldest(cardStops, ({ lastAt }) => lastAt, before, limit)),
    })
  }),
)

const keyOf = (subject: StopSubject, cap: CardCap): string =>
  subject._tag === "order" ? compositeKey("order", subject.number, cap) : compositeKey("link", subject.slug, cap)

const forgetOldest = <Key, Row extends {}>(
  table: Table<Key, Row>,
  ageOf: (row: Row) => Instant,
  before: Instant,
  limit: number,
): number => {
  const old = table
    .entries()
    .filter(([, row]) => ageOf(row) < before)
    .sort(([, left], [, right]) => ageOf(left) - ageOf(right))
    .slice(0, limit)
  for (const [key] of old) table.forget(key)
  return old.length
}
