/** The contract of every store of payers' card attempts. */

import { type Instant, instant } from "@vintem/domain/calendar"
import { type CardOutcome, type CardStop, cardCaps } from "@vintem/domain/order"
import { CardAttempts, type PayerCardAttempt, type StopSubject, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { exampleAttemptKey } from "../order/example-order.ts"
import { exampleSlug } from "../payment-link/example-link.ts"
import { hidesRunningUnits, joinsUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, numberedOrder } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const cardAttemptsContract = (name: string, layer: Layer.Layer<CardAttempts | UnitOfWork, unknown>): void => {
  const store = onFreshStore(layer)
  const { it, law } = store

  describe(`CardAttempts: ${name}`, () => {
    it(
      "stops an address at a link after too many refused cards, until the first of them leaves the window",
      Effect.gen(function* () {
        const max = address_at_link.refusedMax
        yield* refuse(max, { visitor: "a", link: 1 })
        const until = instant(later(0) + address_at_link.windowMillis)
        const stop: CardStop = { cap: "address_at_link", until }
        expect(yield* start(max, { visitor: "a", link: 1, at: instant(until - 1) })).toStrictEqual(stop)
        expect(yield* start(max, { visitor: "a", link: 2, at: later(max) })).toBeNull()
        expect(yield* start(max + 1, { visitor: "b", link: 1, at: later(max) })).toBeNull()
        expect(yield* start(max + 2, { visitor: "a", link: 1, at: until })).toBeNull()
      }),
    )

    it(
      "stops an address at all links and orders",
      Effect.gen(function* () {
        const max = address.refusedMax
        for (let n = 0; n < max; n++) {
          expect(yield* start(n, { visitor: "a", link: n % 7 === 0 ? null : n % 7, at: later(n) })).toBeNull()
          yield* settle(n, "refused")
        }
        const until = instant(later(0) + address.windowMillis)
        for (const link of [null, 1, 99]) {
          expect(yield* start(max, { visitor: "a", link, at: later(max) })).toStrictEqual({ cap: "address", until })
        }
        expect(yield* start(max, { visitor: "b", link: null, at: later(max) })).toBeNull()
        expect(yield* start(max + 1, { visitor: "a", link: null, at: until })).toBeNull()
      }),
    )

    it(
      "at the cap of a link, stops only addresses with a refused card there",
      Effect.gen(function* () {
        const { refusedMax, windowMillis } = cardCaps.link
        for (let n = 0; n < refusedMax; n++) {
          expect(yield* start(n, { visitor: `v${n}`, link: 1, at: later(n) })).toBeNull()
          yield* settle(n, "refused")
        }
        const at = later(refusedMax)
        const until = instant(later(0) + windowMillis)
        const stop: CardStop = { cap: "link", until }
        expect(yield* start(500, { visitor: "v5", link: 1, at })).toStrictEqual(stop)
        expect(yield* start(501, { visitor: "new", link: 1, at })).toBeNull()
        expect(yield* start(502, { visitor: "new", link: 1, at })).toBeNull()
        expect(yield* start(503, { visitor: "v5", link: 2, at })).toBeNull()
        for (const n of [501, 503]) yield* settle(n, "refused")
        expect((yield* start(504, { visitor: "new", link: 1, at }))?.cap).toBe("link")
        expect(yield* start(504, { visitor: "v5", link: 2, at })).toBeNull()
        // The refusal of v0 has left the window, and the rest are as many as the cap. A millisecond later they are one
        // less.
        expect((yield* start(505, { visitor: "v5", link: 1, at: until }))?.cap).toBe("link")
        expect(yield* start(505, { visitor: "v0", link: 1, at: until })).toBeNull()
        expect(yield* start(506, { visitor: "v5", link: 1, at: instant(until + 1) })).toBeNull()
      }),
    )

    it(
      "counts for a link its refused attempts, and none in flight",
      Effect.gen(function* () {
        const { refusedMax } = cardCaps.link
        for (let n = 0; n < refusedMax; n++) yield* start(n, { visitor: `v${n}`, link: 1, at: later(n) })
        yield* settle(0, "refused")
        expect(yield* start(refusedMax, { visitor: "v0", link: 1, at: later(refusedMax) })).toBeNull()
      }),
    )

    it(
      "counts attempts in flight, and stops counting those that are paid, set aside or never sent",
      Effect.gen(function* () {
        const max = address_at_link.refusedMax
        const own = { visitor: "a", link: 1 }
        for (let n = 0; n < max; n++) expect(yield* start(n, { ...own, at: later(0) })).toBeNull()
        expect(yield* start(max, { ...own, at: later(0) })).not.toBeNull()
        yield* settle(0, "cleared")
        expect(yield* start(max, { ...own, at: later(0) })).toBeNull()
        expect(yield* start(max + 1, { ...own, at: later(0) })).not.toBeNull()
        yield* settle(1, "set_aside")
        expect(yield* start(max + 1, { ...own, at: later(0) })).toBeNull()
        expect(yield* start(max + 2, { ...own, at: later(0) })).not.toBeNull()
        // An attempt that was set aside may still be refused, and then counts.
        yield* settle(1, "refused")
        yield* settle(2, "cleared")
        expect(yield* start(max + 2, { ...own, at: later(0) })).not.toBeNull()
      }),
    )

    it(
      "ignores the outcome of an unknown attempt",
      Effect.gen(function* () {
        for (const outcome of ["refused", "set_aside", "in_flight", "cleared"] as const) yield* settle(1, outcome)
        expect(yield* start(1, { visitor: "a", link: null, at: later(0) })).toBeNull()
      }),
    )

    it(
      "conservation: of concurrent attempts by one address, as many start as the cap allows, although none was refused",
      Effect.gen(function* () {
        const attempts = yield* CardAttempts
        const units = yield* UnitOfWork
        const stops = yield* Effect.forEach(
          Array.from({ length: 3 * address_at_link.refusedMax }, (_, n) => n),
          (n) => units.commit(attempts.start(attempt(n, { visitor: "a", link: 1, at: later(0) }))),
          { concurrency: "unbounded" },
        )
        expect(stops.filter((stop) => stop === null)).toHaveLength(address_at_link.refusedMax)
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const attempts = yield* CardAttempts
        const units = yield* UnitOfWork
        const max = address_at_link.refusedMax
        const own = { visitor: "a", link: 1, at: later(0) }
        const unit = Effect.gen(function* () {
          for (let n = 0; n < max; n++) yield* start(n, own)
          yield* attempts.recordStop(ofOrder(1), "order", later(0))
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(yield* start(max, own)).toBeNull()
        expect(yield* attempts.stops(ofOrder(1))).toStrictEqual([])
      }),
    )

    it(
      "adds up the stopped payments by subject and cap",
      Effect.gen(function* () {
        const attempts = yield* CardAttempts
        const link: StopSubject = { _tag: "link", slug: exampleSlug(1) }
        yield* attempts.recordStop(ofOrder(1), "address", later(1))
        yield* attempts.recordStop(ofOrder(1), "order", later(2))
        yield* attempts.recordStop(ofOrder(1), "address", later(3))
        yield* attempts.recordStop(link, "link", later(4))
        expect(yield* attempts.stops(ofOrder(1))).toStrictEqual([
          { cap: "order", times: 1, firstAt: later(2), lastAt: later(2) },
          { cap: "address", times: 2, firstAt: later(1), lastAt: later(3) },
        ])
        expect(yield* attempts.stops(link)).toStrictEqual([
          { cap: "link", times: 1, firstAt: later(4), lastAt: later(4) },
        ])
        expect(yield* attempts.stops(ofOrder(2))).toStrictEqual([])
      }),
    )

    it(
      "forgets old ones, the oldest first, up to the limit",
      Effect.gen(function* () {
        const attempts = yield* CardAttempts
        const max = address.refusedMax
        for (let n = 0; n < max; n++) yield* start(n, { visitor: "a", link: n, at: later(n) })
        expect(yield* attempts.forgetAttempts(later(5), 3)).toBe(3)
        expect(yield* attempts.forgetAttempts(later(5), 3)).toBe(2)
        expect(yield* attempts.forgetAttempts(later(5), 3)).toBe(0)
        for (let n = 0; n < 5; n++) expect(yield* start(max + n, { visitor: "a", link: 99, at: later(max) })).toBeNull()
        expect(yield* start(max + 5, { visitor: "a", link: 99, at: later(max) })).not.toBeNull()

        yield* attempts.recordStop(ofOrder(1), "order", later(1))
        yield* attempts.recordStop(ofOrder(1), "order", later(9))
        yield* attempts.recordStop(ofOrder(2), "order", later(2))
        expect(yield* attempts.forgetStops(later(9), 10)).toBe(1)
        expect(yield* attempts.stops(ofOrder(2))).toStrictEqual([])
        expect(yield* attempts.stops(ofOrder(1))).toHaveLength(1)
      }),
    )

    law(
      "agrees with a full count of all attempts at each step",
      fc.array(moves, { maxLength: 120 }),
      Effect.fnUntraced(function* (drawn) {
        const known: Array<PayerCardAttempt & { outcome: CardOutcome }> = []
        let now = later(0)
        for (const move of drawn) {
          now = instant(now + move.pauseMillis)
          const asked = attempt(known.length, { ...move, at: now })
          const expected = stopCountedAnew(known, asked)
          expect(yield* start(known.length, { ...move, at: now })).toStrictEqual(expected)
          if (expected !== null) continue
          known.push({ ...asked, outcome: move.outcome })
          yield* settle(known.length - 1, move.outcome)
        }
      }),
    )

    joinsUnits(store, {
      write: (n) => Effect.flatMap(CardAttempts, (attempts) => attempts.recordStop(ofOrder(n), "order", later(0))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(CardAttempts, (attempts) => attempts.stops(ofOrder(n))),
          (stops) => stops.length > 0,
        ),
    })

    hidesRunningUnits(store, Effect.void, () => ({
      write: (n) => Effect.flatMap(CardAttempts, (attempts) => attempts.recordStop(ofOrder(n), "order", later(0))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(CardAttempts, (attempts) => attempts.stops(ofOrder(n))),
          (stops) => stops.length > 0,
        ),
    }))
  })
}

const { address, address_at_link } = cardCaps

interface Asked {
  readonly visitor: string
  /** The number of a link. */
  readonly link: number | null
  readonly at: Instant
}

const attempt = (n: number, { at, link, visitor }: Asked): PayerCardAttempt => ({
  key: exampleAttemptKey(n),
  visitor,
  link: link === null ? null : exampleSlug(link),
  at,
})

const start = (n: number, asked: Asked) => Effect.flatMap(CardAttempts, (attempts) => attempts.start(attempt(n, asked)))

const settle = (n: number, outcome: CardOutcome) =>
  Effect.flatMap(CardAttempts, (attempts) => attempts.settle(exampleAttemptKey(n), outcome))

/** Refuses `count` cards, one each millisecond. */
const refuse = Effect.fnUntraced(function* (count: number, asked: Omit<Asked, "at">) {
  for (let n = 0; n < count; n++) {
    expect(yield* start(n, { ...asked, at: later(n) })).toBeNull()
    yield* settle(n, "refused")
  }
})

const ofOrder = (n: number): StopSubject => ({ _tag: "order", number: numberedOrder(n).number })

/** Few addresses, fewer links, and outcomes that usually count, so that caps are reached. */
const moves = fc.record({
  visitor: fc.constantFrom("a", "a", "a", "b", "c"),
  link: fc.constantFrom(1, 1, 1, 2, null),
  outcome: fc.constantFrom<CardOutcome>("refused", "refused", "refused", "in_flight", "set_aside", "cleared"),
  pauseMillis: fc.constantFrom(0, 1, 1_000, address.windowMillis / 50, address.windowMillis - 1),
})

/** A second implementation of the rule, over all attempts ever made. */
const stopCountedAnew = (
  known: ReadonlyArray<PayerCardAttempt & { readonly outcome: CardOutcome }>,
  asked: PayerCardAttempt,
): CardStop | null => {
  const within = (windowMillis: number) => known.filter(({ at }) => at + windowMillis > asked.at)
  const isOwn = (one: PayerCardAttempt) => one.visitor === asked.visitor
  const isHere = (one: PayerCardAttempt) => one.link !== null && one.link === asked.link
  const counts = ({ outcome }: { readonly outcome: CardOutcome }) => outcome === "refused" || outcome === "in_flight"
  const freeAt = (starts: ReadonlyArray<PayerCardAttempt>, refusedMax: number, windowMillis: number) => {
    const sorted = starts.map(({ at }) => at).sort((left, right) => left - right)
    const last = sorted[sorted.length - refusedMax]
    return last === undefined ? null : instant(last + windowMillis)
  }
  const ownHere = within(address_at_link.windowMillis).filter((one) => isOwn(one) && isHere(one) && counts(one))
  const untilAtLink = freeAt(ownHere, address_at_link.refusedMax, address_at_link.windowMillis)
  if (untilAtLink !== null) return { cap: "address_at_link", until: untilAtLink }
  const own = within(address.windowMillis).filter((one) => isOwn(one) && counts(one))
  const untilOverall = freeAt(own, address.refusedMax, address.windowMillis)
  if (untilOverall !== null) return { cap: "address", until: untilOverall }
  const { refusedMax, windowMillis } = cardCaps.link
  const refusedHere = within(windowMillis).filter((one) => isHere(one) && one.outcome === "refused")
  const untilOfLink = freeAt(refusedHere, refusedMax, windowMillis)
  const untilOwn = freeAt(refusedHere.filter(isOwn), 1, windowMillis)
  return untilOfLink === null || untilOwn === null
    ? null
    : { cap: "link", until: instant(Math.min(untilOfLink, untilOwn)) }
}
