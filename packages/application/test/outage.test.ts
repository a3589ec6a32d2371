/**
 * Stories of an acquirer that cannot be reached, and comes back: charges that never left are refused at once, and
 * nobody is charged twice.
 */
import { describe, expect, it } from "@effect/vitest"
import { attemptState, cardOutcome, statusOf } from "@vintem/domain/order"
import { Acquirer, AcquirerUnreached, OutcomeUnknown } from "@vintem/domain/ports"
import { Effect } from "effect"
import { books, doWork, pass } from "./operator.ts"
import { Books, card, cards, layer, onlyAttempt, onlyOrder, pix, place, slip } from "./shop.ts"
import { midnightOf, onlyRenewal, onlySubscription, passUntil, shown, subscribe } from "./subscribers.ts"

/** An acquirer that a story can cut off. Then no request leaves. */
const cuttable = Effect.gen(function* () {
  const acquirer = yield* Acquirer
  const line = { isCut: true, charges: 0 }
  const away = { detail: "no connection: ECONNREFUSED" }
  const unlessCut = <A, E, F>(question: Effect.Effect<A, E>, failure: F): Effect.Effect<A, E | F> =>
    Effect.suspend((): Effect.Effect<A, E | F> => (line.isCut ? Effect.fail(failure) : question))
  const service = Acquirer.of({
    charge: (request) =>
      Effect.suspend(() => {
        line.charges += 1
        return unlessCut(acquirer.charge(request), new AcquirerUnreached(away))
      }),
    find: (key) => unlessCut(acquirer.find(key), new OutcomeUnknown(away)),
    void: (key) => unlessCut(acquirer.void(key), new OutcomeUnknown(away)),
    refund: (request) => unlessCut(acquirer.refund(request), new OutcomeUnknown(away)),
  })
  return { line, service, acquirer }
})

describe("a charge that never left", () => {
  it.effect.each([
    ["card", card(cards.approved)],
    ["Pix", pix()],
    ["slip", slip()],
  ] as const)(
    "by %s is refused at once, counts for no cap, and its key is voided when the acquirer is back",
    ([, by]) =>
      Effect.gen(function* () {
        const { line, service } = yield* cuttable
        yield* Effect.gen(function* () {
          yield* place(by)
          const attempt = onlyAttempt(yield* onlyOrder)
          expect(statusOf(yield* onlyOrder)).toBe("unpaid")
          expect(attempt).toMatchObject({ reason: "acquirer not reached", unreached: "open" })
          expect(cardOutcome(attempt)).toBe("set_aside")
          yield* doWork
          expect(onlyAttempt(yield* onlyOrder).unreached).toBe("open")
          line.isCut = false
          yield* pass("1 minute")
          expect(onlyAttempt(yield* onlyOrder).unreached).toBe("closed")
          expect(yield* (yield* Books).fences).toEqual([attempt.key])
          expect([statusOf(yield* onlyOrder), line.charges]).toEqual(["unpaid", 1])
        }).pipe(Effect.provideService(Acquirer, service))
      }).pipe(Effect.provide(layer)),
  )

  it.effect("is late money if its key is confirmed after all", () =>
    Effect.gen(function* () {
      const { line, service, acquirer } = yield* cuttable
      // The protocol excludes this: the request had left, and was charged.
      const lying = Acquirer.of({
        ...service,
        charge: (request) =>
          Effect.andThen(Effect.ignore(acquirer.charge(request)), new AcquirerUnreached({ detail: "a lie" })),
      })
      yield* Effect.gen(function* () {
        yield* place(card(cards.approved))
        expect(statusOf(yield* onlyOrder)).toBe("unpaid")
        line.isCut = false
        yield* pass("1 minute")
        expect(statusOf(yield* onlyOrder)).toBe("paid")
        expect(yield* books).toMatchObject({ captured: 10_000, refunded: 0 })
      }).pipe(Effect.provideService(Acquirer, lying))
    }).pipe(Effect.provide(layer)),
  )
})

describe("a renewal that never left", () => {
  it.effect("is charged when the acquirer is back, under its key and before it counts as failed", () =>
    Effect.gen(function* () {
      yield* subscribe()
      const { line, service } = yield* cuttable
      yield* Effect.gen(function* () {
        yield* passUntil(midnightOf("2026-04-02"))
        const waiting = yield* onlyRenewal
        expect([statusOf(waiting), shown(yield* onlySubscription).status]).toEqual(["pending", "active"])
        line.isCut = false
        yield* pass("1 minute")
        const paid = yield* onlyRenewal
        expect(paid.attempts.map(({ key, facts }) => [key, attemptState(facts)])).toEqual(
          waiting.attempts.map(({ key }) => [key, "confirmed"]),
        )
        expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", to: "2026-05-02" })
      }).pipe(Effect.provideService(Acquirer, service))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not sent again after it may have left", () =>
    Effect.gen(function* () {
      yield* subscribe()
      const { line, service } = yield* cuttable
      let isSilent = false
      const silenced = Acquirer.of({
        ...service,
        charge: (request) =>
          Effect.filterOrFail(
            service.charge(request),
            () => !isSilent,
            () => new OutcomeUnknown({ detail: "no answer" }),
          ),
      })
      yield* Effect.gen(function* () {
        yield* passUntil(midnightOf("2026-04-02"))
        line.isCut = false
        isSilent = true
        yield* pass("1 minute")
        yield* pass("2 hours")
        expect(statusOf(yield* onlyRenewal)).toBe("paid")
        expect((yield* onlyRenewal).attempts).toHaveLength(1)
      }).pipe(Effect.provideService(Acquirer, silenced))
      expect(line.charges).toBe(2)
    }).pipe(Effect.provide(layer)),
  )
})
