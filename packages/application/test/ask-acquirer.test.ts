/** Stories of requests to the acquirer: each is completed, and a missing answer is a report, too. */
import { describe, expect, it } from "@effect/vitest"
import { CompanyId } from "@vintem/domain/identifiers"
import type { Attempt } from "@vintem/domain/order"
import { Acquirer, OutcomeUnknown } from "@vintem/domain/ports"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { resolveOutcome } from "../src/index.ts"
import {
  acquirerTimeoutMillis,
  Books,
  card,
  cards,
  inTime,
  layer,
  now,
  onlyAttempt,
  onlyOrder,
  place,
  untilAtRest,
} from "./shop.ts"

const company = CompanyId.make(1)

/** An attempt without a report: charged in silence, or never charged. */
const unresolved = Effect.fnUntraced(function* (behavior: "silent" | "failing") {
  yield* place(card(cards[behavior]))
  const attempt: Attempt = onlyAttempt(yield* onlyOrder)
  return attempt
})

describe("resolveOutcome", () => {
  it.effect("returns the charge's state, with the time of the answer", () =>
    Effect.gen(function* () {
      const attempt = yield* unresolved("silent")
      yield* TestClock.adjust("1 hour")
      expect(yield* resolveOutcome(company, attempt)).toMatchObject({
        _tag: "AttemptUpdate",
        attempt: attempt.id,
        fact: "confirmed",
        report: { captured: 10_000 },
        at: yield* now,
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("voids the key of a charge that was never made, once, however often it is called", () =>
    Effect.gen(function* () {
      const books = yield* Books
      const attempt = yield* unresolved("failing")
      expect((yield* resolveOutcome(company, attempt)).fact).toBe("voided")
      expect((yield* resolveOutcome(company, attempt)).fact).toBe("voided")
      expect(yield* books.fences).toEqual([attempt.key])
      expect(yield* books.charges).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each(["find", "void"] as const)("knows nothing if the answer to %s is lost or never comes", (question) =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const attempt = yield* unresolved("failing")
      for (const answer of [Effect.fail(new OutcomeUnknown({ detail: "HTTP 503" })), Effect.never]) {
        const report = yield* Effect.provideService(inTime(resolveOutcome(company, attempt)), Acquirer, {
          ...acquirer,
          [question]: () => answer,
        })
        expect(report).toMatchObject({ fact: "unknown", report: {}, at: yield* now })
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("allows both requests together the time of one", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const attempt = yield* unresolved("failing")
      const slow = Acquirer.of({
        ...acquirer,
        find: (key) => Effect.delay(acquirer.find(key), acquirerTimeoutMillis - 1),
        void: (key) => Effect.delay(acquirer.void(key), acquirerTimeoutMillis - 1),
      })
      const asking = yield* Effect.forkChild(Effect.provideService(resolveOutcome(company, attempt), Acquirer, slow))
      yield* untilAtRest
      yield* TestClock.adjust(acquirerTimeoutMillis)
      yield* untilAtRest
      expect((yield* Fiber.join(asking)).fact).toBe("unknown")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("completes the request, even if no caller waits for the answer any more", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const books = yield* Books
      const attempt = yield* unresolved("failing")
      const found = yield* Deferred.make<void>()
      const slow = Acquirer.of({
        ...acquirer,
        find: (key) => Effect.andThen(Deferred.await(found), acquirer.find(key)),
      })
      const asking = yield* Effect.forkChild(Effect.provideService(resolveOutcome(company, attempt), Acquirer, slow))
      yield* untilAtRest
      yield* Fiber.interrupt(asking)
      yield* Deferred.succeed(found, undefined)
      yield* untilAtRest
      expect(yield* books.fences).toEqual([attempt.key])
    }).pipe(Effect.provide(layer)),
  )
})
