/**
 * The contract of every rate limiter. It reads the time from Effect's `Clock`, which stands still here unless a test
 * moves it.
 */

import { RateLimiter, type RateVerdict, rateWindowMillis } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { onFreshStore } from "./on-fresh-store.ts"
import { later } from "./stored-examples.ts"

/** @param layer - builds a new limiter, which has counted nothing, each time */
export const rateLimiterContract = (name: string, layer: Layer.Layer<RateLimiter, unknown>): void => {
  const { it, law } = onFreshStore(Layer.provideMerge(layer, clockAtStart))

  describe(`RateLimiter: ${name}`, () => {
    it(
      "allows as many requests a window as the limit, and counts them down",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        const resetAt = start + rateWindowMillis
        for (const remaining of [2, 1, 0]) {
          expect(yield* limiter.take("key", 3)).toStrictEqual({ isAllowed: true, limit: 3, remaining, resetAt })
        }
        expect(yield* limiter.take("key", 3)).toStrictEqual({ isAllowed: false, limit: 3, remaining: 0, resetAt })
      }),
    )

    it(
      "opens a window with its first request, whatever the minute of the wall clock",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        yield* TestClock.setTime(start + 59_000)
        yield* limiter.take("key", 1)
        yield* TestClock.adjust(rateWindowMillis - 1)
        expect((yield* limiter.take("key", 1)).isAllowed).toBe(false)
        yield* TestClock.adjust(1)
        expect(yield* limiter.take("key", 1)).toStrictEqual({
          isAllowed: true,
          limit: 1,
          remaining: 0,
          resetAt: start + 59_000 + 2 * rateWindowMillis,
        })
      }),
    )

    it(
      "neither counts refused requests nor lengthens the window for them",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        yield* limiter.take("key", 1)
        yield* TestClock.adjust(rateWindowMillis / 2)
        for (let refused = 0; refused < 5; refused++) {
          expect((yield* limiter.take("key", 1)).resetAt).toBe(start + rateWindowMillis)
        }
        expect(yield* limiter.take("key", 2)).toMatchObject({ isAllowed: true, remaining: 0 })
        yield* TestClock.adjust(rateWindowMillis / 2)
        expect((yield* limiter.take("key", 1)).isAllowed).toBe(true)
      }),
    )

    it(
      "neither counts nor opens a window in `peek`",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        yield* limiter.peek("key", 1)
        yield* limiter.peek("key", 1)
        yield* TestClock.adjust(1_000)
        const verdict = { isAllowed: true, limit: 1, remaining: 0, resetAt: start + 1_000 + rateWindowMillis }
        expect(yield* limiter.peek("key", 1)).toStrictEqual(verdict)
        expect(yield* limiter.take("key", 1)).toStrictEqual(verdict)
        expect(yield* limiter.peek("key", 1)).toStrictEqual({ ...verdict, isAllowed: false })
      }),
    )

    it(
      "counts every key separately",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        yield* limiter.take("key", 1)
        for (const stranger of ["KEY", "key ", "ke", "key:1"]) {
          expect((yield* limiter.take(stranger, 1)).isAllowed).toBe(true)
        }
        expect((yield* limiter.take("key", 1)).isAllowed).toBe(false)
      }),
    )

    it(
      "conservation: of concurrent requests, as many are allowed as the limit",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        const verdicts = yield* Effect.all(
          Array.from({ length: 60 }, () => limiter.take("key", 20)),
          { concurrency: "unbounded" },
        )
        const allowed = verdicts.filter(({ isAllowed }) => isAllowed).map(({ remaining }) => remaining)
        expect(allowed.toSorted((left, right) => left - right)).toStrictEqual(Array.from({ length: 20 }, (_, n) => n))
      }),
    )

    law(
      "agrees with a full count of all allowed requests at each step",
      fc.array(moves, { maxLength: 40 }),
      Effect.fnUntraced(function* (drawn) {
        const limiter = yield* RateLimiter
        const model = countingAnew()
        let now: number = start
        for (const move of drawn) {
          if (move._tag === "pause") {
            now += move.millis
            yield* TestClock.adjust(move.millis)
          } else {
            expect(yield* limiter[move._tag](move.key, move.limit)).toStrictEqual(model[move._tag](move, now))
          }
        }
      }),
    )
  })
}

const start = later(0)

/** Set before anything is built: otherwise a limiter's background work would run through all the years since 1970. */
const clockAtStart = Layer.effectDiscard(TestClock.setTime(start)).pipe(Layer.provideMerge(TestClock.layer()))

interface Question {
  readonly key: string
  readonly limit: number
}

const questions = { key: fc.constantFrom("a", "b"), limit: fc.integer({ min: 1, max: 4 }) }

const moves = fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("take"), ...questions }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("peek"), ...questions }) },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("pause"),
      millis: fc.oneof(
        fc.constantFrom(1, rateWindowMillis - 1, rateWindowMillis),
        fc.integer({ min: 0, max: rateWindowMillis }),
      ),
    }),
  },
)

/** Stores all requests that were ever allowed, and finds the open window by walking through them. */
const countingAnew = () => {
  const allowed: Array<{ readonly key: string; readonly at: number }> = []

  const peek = ({ key, limit }: Question, now: number): RateVerdict => {
    let openedAt = Number.NEGATIVE_INFINITY
    let taken = 0
    for (const { at } of allowed.filter((one) => one.key === key)) {
      const opens = at >= openedAt + rateWindowMillis
      openedAt = opens ? at : openedAt
      taken = opens ? 1 : taken + 1
    }
    const isOpen = now < openedAt + rateWindowMillis
    const counted = isOpen ? taken : 0
    return {
      isAllowed: counted < limit,
      limit,
      remaining: Math.max(0, limit - counted - 1),
      resetAt: (isOpen ? openedAt : now) + rateWindowMillis,
    }
  }

  const take = (question: Question, now: number): RateVerdict => {
    const verdict = peek(question, now)
    if (verdict.isAllowed) allowed.push({ key: question.key, at: now })
    return verdict
  }

  return { peek, take }
}
