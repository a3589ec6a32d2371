/**
 * The contract of every store of idempotency keys.
 *
 * It uses two clocks. Answers age by the service's clock (`now`), which a sandbox may turn forward. Real time
 * (`aliveAt`, `aliveUntil`) decides if a claimant is alive.
 */

import { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import {
  type IdempotencyClaim,
  IdempotencyStore,
  idempotencyRetentionMillis,
  type KeyScope,
  UnitOfWork,
  unknownFingerprint,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { describe, expect } from "vitest"
import { joinsUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const idempotencyStoreContract = (
  name: string,
  layer: Layer.Layer<IdempotencyStore | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`IdempotencyStore: ${name}`, () => {
    it(
      "gives an unused key to its first claimant",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Claimed" })
      }),
    )

    it(
      "repeats the first answer, byte for byte",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim())
        yield* store.answer(scope, key, answer)
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Answered", answer })
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Answered", answer })
      }),
    )

    it(
      "keeps the first answer, and returns it to a claimant that answers later",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const later = { status: 200, body: "another" }
        yield* store.claim(claim())
        expect(yield* store.answer(scope, key, answer)).toStrictEqual(answer)
        expect(yield* store.answer(scope, key, later)).toStrictEqual(answer)
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Answered", answer })
      }),
    )

    it(
      "refuses a key to another request, whether the first one is running, answered or released",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const another = claim({ fingerprint: "another" })
        yield* store.claim(claim())
        expect(yield* store.claim(another)).toStrictEqual({ _tag: "Mismatched" })
        yield* store.release(scope, key)
        expect(yield* store.claim(another)).toStrictEqual({ _tag: "Mismatched" })
        yield* store.answer(scope, key, answer)
        expect(yield* store.claim(another)).toStrictEqual({ _tag: "Mismatched" })
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Answered", answer })
      }),
    )

    it(
      "replays the answer of a claim with an unknown request to every request",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim({ fingerprint: unknownFingerprint }))
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Running" })
        yield* store.answer(scope, key, answer)
        for (const fingerprint of ["fingerprint", "another"]) {
          expect(yield* store.claim(claim({ fingerprint }))).toStrictEqual({ _tag: "Answered", answer })
        }
        // Its day counts like any other claim's.
        const next = claim({ now: later(idempotencyRetentionMillis), fingerprint: "another" })
        expect(yield* store.claim(next)).toStrictEqual({ _tag: "Claimed" })
      }),
    )

    it(
      "gives an unanswered claim with an unknown request to the next request, and to no other",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim({ fingerprint: unknownFingerprint }))
        yield* store.attach(scope, key, order)
        yield* store.release(scope, key)
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Resumed", order, since: later(0) })
        expect(yield* store.claim(claim({ fingerprint: "another" }))).toStrictEqual({ _tag: "Mismatched" })
      }),
    )

    it(
      "recognises a request by its fingerprint under a former key: answered, running and released",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const again = claim({ fingerprint: "under the new key", formerFingerprints: ["older", "fingerprint"] })
        yield* store.claim(claim())
        expect(yield* store.claim(again)).toStrictEqual({ _tag: "Running" })
        expect(yield* store.claim({ ...again, formerFingerprints: ["older"] })).toStrictEqual({ _tag: "Mismatched" })
        yield* store.release(scope, key)
        expect(yield* store.claim(again)).toStrictEqual({ _tag: "Resumed", order: null, since: later(0) })
        // From then on the resuming request is known under the current key.
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Mismatched" })
        yield* store.answer(scope, key, answer)
        expect(yield* store.claim(again)).toStrictEqual({ _tag: "Answered", answer })
      }),
    )

    it(
      "returns `Running` until the claimant of the first request is believed dead",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const { aliveUntil } = claim()
        yield* store.claim(claim())
        const inTime = claim({ aliveAt: aliveUntil - 1, aliveUntil: aliveUntil + 60_000 })
        expect(yield* store.claim(inTime)).toStrictEqual({ _tag: "Running" })
        const inTimeStill = claim({ aliveAt: aliveUntil - 1 }) // the call has not kept the claimant alive
        expect(yield* store.claim(inTimeStill)).toStrictEqual({ _tag: "Running" })
        const over = claim({ aliveAt: aliveUntil, aliveUntil: aliveUntil + 60_000 })
        expect(yield* store.claim(over)).toStrictEqual({ _tag: "Resumed", order: null, since: later(0) })
      }),
    )

    it(
      "gives a resumed key to the resumer while it lives",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const { aliveUntil } = claim()
        yield* store.claim(claim())
        yield* store.claim(claim({ aliveAt: aliveUntil, aliveUntil: aliveUntil + 60_000 }))
        const next = claim({ aliveAt: aliveUntil + 59_999, aliveUntil: aliveUntil + 120_000 })
        expect(yield* store.claim(next)).toStrictEqual({ _tag: "Running" })
        const afterThat = claim({ aliveAt: aliveUntil + 60_000, aliveUntil: aliveUntil + 120_000 })
        expect(yield* store.claim(afterThat)).toStrictEqual({ _tag: "Resumed", order: null, since: later(0) })
      }),
    )

    it(
      "resumes at once if the claimant released the key",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim())
        yield* store.release(scope, key)
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Resumed", order: null, since: later(0) })
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Running" })
      }),
    )

    it(
      "resumes with the attached order, however often, and says when the previous claim was made",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim())
        yield* store.attach(scope, key, order)
        yield* store.release(scope, key)
        expect(yield* store.claim(claim({ now: later(7) }))).toStrictEqual({ _tag: "Resumed", order, since: later(0) })
        yield* store.release(scope, key)
        expect(yield* store.claim(claim({ now: later(9) }))).toStrictEqual({ _tag: "Resumed", order, since: later(7) })
      }),
    )

    it(
      "keeps an answer that was given before the claimant released the key",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim())
        yield* store.answer(scope, key, answer)
        yield* store.release(scope, key)
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Answered", answer })
      }),
    )

    it(
      "keeps an answer for 24 hours of the service's clock after the claim, and then forgets the key",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim())
        yield* store.attach(scope, key, order)
        yield* store.answer(scope, key, answer)
        const last = claim({ now: later(idempotencyRetentionMillis - 1) })
        expect(yield* store.claim(last)).toStrictEqual({ _tag: "Answered", answer })
        const next = claim({ now: later(idempotencyRetentionMillis), fingerprint: "another" })
        expect(yield* store.claim(next)).toStrictEqual({ _tag: "Claimed" })
        yield* store.release(scope, key)
        expect(yield* store.claim(next)).toStrictEqual({ _tag: "Resumed", order: null, since: next.now })
      }),
    )

    it(
      "counts the 24 hours from the claim that brought the answer: otherwise a resumed request would be done twice",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim())
        yield* store.release(scope, key)
        yield* store.claim(claim({ now: later(idempotencyRetentionMillis - 1) }))
        yield* store.answer(scope, key, answer)
        const aDayAfterTheFirst = claim({ now: later(idempotencyRetentionMillis) })
        expect(yield* store.claim(aDayAfterTheFirst)).toStrictEqual({ _tag: "Answered", answer })
      }),
    )

    it(
      "does not use real time for the age of an answer",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.claim(claim())
        yield* store.answer(scope, key, answer)
        const aliveAt = claim().aliveAt + 2 * idempotencyRetentionMillis
        const muchLater = claim({ aliveAt, aliveUntil: aliveAt + 60_000 })
        expect(yield* store.claim(muchLater)).toStrictEqual({ _tag: "Answered", answer })
      }),
    )

    it(
      "separates keys of different scopes, and different keys of one scope",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const strangers = [
          { ...scope, company: CompanyId.make(2), key },
          { ...scope, company: null, key },
          { ...scope, scope: "another", key },
          { ...scope, key: `${key} ` },
          { ...scope, key: key.toUpperCase() },
          // If scope and key were joined, these would equal those of the first request.
          { ...scope, scope: scope.scope.slice(0, -1), key: `${scope.scope.slice(-1)}${key}` },
        ]
        yield* store.claim(claim())
        yield* store.answer(scope, key, answer)
        for (const stranger of strangers) {
          expect(yield* store.claim(claim(stranger))).toStrictEqual({ _tag: "Claimed" })
          yield* store.attach(stranger, stranger.key, order)
          yield* store.release(stranger, stranger.key)
        }
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Answered", answer })
        for (const stranger of strangers) {
          expect(yield* store.claim(claim(stranger))).toStrictEqual({ _tag: "Resumed", order, since: later(0) })
        }
      }),
    )

    it(
      "answers, releases and resumes a key in its own scope only",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const [own, others] = [claim(), claim({ company: CompanyId.make(2) })]
        const running = { _tag: "Running" }
        const resumed = { _tag: "Resumed", order: null, since: later(0) }
        for (const one of [own, others]) yield* store.claim(one)
        yield* store.release(scope, key)
        expect(yield* store.claim(others)).toStrictEqual(running)
        yield* store.release(others, key)
        for (const one of [own, others]) expect(yield* store.claim(one)).toStrictEqual(resumed)
        yield* store.answer(scope, key, answer)
        expect(yield* store.claim(others)).toStrictEqual(running)
      }),
    )

    it(
      "distinguishes keys of 255 characters to the last",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const [left, right] = [`${"k".repeat(254)}a`, `${"k".repeat(254)}b`]
        expect(yield* store.claim(claim({ key: left }))).toStrictEqual({ _tag: "Claimed" })
        expect(yield* store.claim(claim({ key: right }))).toStrictEqual({ _tag: "Claimed" })
      }),
    )

    it(
      "uniqueness: of any number of claimants one gets the key, and the others get `Running`",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        expect(yield* tagsOfClaimants(50)).toStrictEqual({ Claimed: 1, Running: 49 })
        yield* store.release(scope, key)
        expect(yield* tagsOfClaimants(50)).toStrictEqual({ Resumed: 1, Running: 49 })
      }),
    )

    it(
      "forgets keys whose 24 hours ended before an instant, answered or not, up to a limit, and no others",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const keys = ["a", "b", "c", "d", "e"]
        for (const [n, one] of keys.entries()) yield* store.claim(claim({ key: one, now: later(n) }))
        yield* store.answer(scope, "a", answer)
        yield* store.answer(scope, "e", answer)
        const over = (n: number) => later(n + idempotencyRetentionMillis)
        expect(yield* store.forget(over(0), 10)).toBe(0)
        expect(yield* store.forget(over(4), 2)).toBe(2)
        expect(yield* store.forget(over(4), 10)).toBe(2)
        expect(yield* store.forget(over(4), 10)).toBe(0)
        // The rest is unchanged, and forgotten keys can be claimed at any time.
        expect(yield* store.claim(claim({ key: "e" }))).toStrictEqual({ _tag: "Answered", answer })
        for (const one of keys.slice(0, 4)) {
          expect(yield* store.claim(claim({ key: one, fingerprint: "another" }))).toStrictEqual({ _tag: "Claimed" })
        }
      }),
    )

    it(
      "releases all claims without an answer from an instant on, with their orders, and no others",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const keys = ["before", "first", "answered", "let go", "last"]
        for (const [n, one] of keys.entries()) yield* store.claim(claim({ key: one, now: later(n) }))
        yield* store.attach(scope, "last", order)
        yield* store.answer(scope, "answered", answer)
        yield* store.release(scope, "let go")
        expect(yield* store.releaseAll(later(1))).toBe(2)
        expect(yield* store.releaseAll(later(1))).toBe(0)
        const again = (one: string) => store.claim(claim({ key: one, now: later(5) }))
        expect(yield* again("before")).toStrictEqual({ _tag: "Running" })
        expect(yield* again("first")).toStrictEqual({ _tag: "Resumed", order: null, since: later(1) })
        expect(yield* again("answered")).toStrictEqual({ _tag: "Answered", answer })
        expect(yield* again("let go")).toStrictEqual({ _tag: "Resumed", order: null, since: later(3) })
        expect(yield* again("last")).toStrictEqual({ _tag: "Resumed", order, since: later(4) })
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const units = yield* UnitOfWork
        const unit = Effect.gen(function* () {
          yield* store.claim(claim())
          yield* store.answer(scope, key, answer)
          expect(yield* store.releaseAll(later(0))).toBe(1)
          expect(yield* store.forget(later(2 * idempotencyRetentionMillis), 10)).toBe(2)
          return yield* Effect.fail("given up")
        })
        yield* store.claim(claim({ key: "before" }))
        yield* Effect.exit(units.commit(unit))
        expect(yield* store.claim(claim())).toStrictEqual({ _tag: "Claimed" })
        expect(yield* store.claim(claim({ key: "before" }))).toStrictEqual({ _tag: "Running" })
      }),
    )

    joinsUnits(store, {
      write: (n) => Effect.flatMap(IdempotencyStore, (keys) => keys.claim(claim({ key: `k${n}` }))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(IdempotencyStore, (keys) => keys.claim(claim({ key: `k${n}` }))),
          ({ _tag }) => _tag === "Running",
        ),
    })
  })
}

const scope: KeyScope = { company: CompanyId.make(1), scope: "its own" }
const key = "a-key"
const order = OrderNumber.make("EXEMPLO1")
const answer = { status: 422, body: '{"hasError":true,"response":{"message":"Não \\u0000 🙂"}}\n ' }

/** A request of one company at one time, unless overridden. Its claimant lives for a minute. */
const claim = (overrides: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  ...scope,
  key,
  fingerprint: "fingerprint",
  now: later(0),
  aliveAt: later(0),
  aliveUntil: later(60_000),
  ...overrides,
})

/** How often each result occurs if `count` claimants claim concurrently. */
const tagsOfClaimants = Effect.fnUntraced(function* (count: number) {
  const store = yield* IdempotencyStore
  const units = yield* UnitOfWork
  const results = yield* Effect.all(
    Array.from({ length: count }, () => units.commit(store.claim(claim()))),
    { concurrency: "unbounded" },
  )
  const tags: Partial<Record<(typeof results)[number]["_tag"], number>> = {}
  for (const { _tag } of results) tags[_tag] = (tags[_tag] ?? 0) + 1
  return tags
})
