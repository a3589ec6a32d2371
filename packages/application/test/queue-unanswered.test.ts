/**
 * A charge without a recorded answer is asked about: by the worker after its time is over, or at once by a service that
 * knows that the asking process is dead.
 */
import { it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { attemptState } from "@vintem/domain/order"
import { JobQueue, OrderRepository } from "@vintem/domain/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { checkStorage, type FoundBreach, releaseAbandoned, runDueJobs } from "../src/index.ts"
import { processDyingAt } from "./process.ts"
import { acquirerTimeoutMillis, card, cards, layer, now, onlyOrder, request, untilAtRest } from "./shop.ts"

/** The intent is committed, and the process that should ask is gone. */
const abandoned = Effect.gen(function* () {
  const dying = yield* processDyingAt(({ name }) => name === "before Acquirer.charge")
  yield* Effect.forkDetach(dying(request(card(cards.approved))))
  yield* untilAtRest
})

const jobs = Effect.gen(function* () {
  const { known } = yield* JobQueue
  const { attempts, details } = yield* onlyOrder
  const names = attempts.map(({ key }) => `resolve:${key}`)
  return yield* known(details.company, names)
})

const breaches = Effect.gen(function* () {
  const found: Array<FoundBreach> = []
  yield* checkStorage({
    onBreach: (breach) => Effect.sync(() => found.push(breach)),
    onProgress: () => Effect.void,
  })
  return found.map(({ breach }) => breach._tag)
})

describe("a charge without an answer", () => {
  it.effect("has no job while its time lasts, and that is no fault", () =>
    Effect.gen(function* () {
      yield* abandoned
      yield* TestClock.adjust(acquirerTimeoutMillis)
      yield* runDueJobs()
      expect([yield* jobs, yield* breaches]).toEqual([[], []])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("has one from then on, and is resolved at the hour of the first request", () =>
    Effect.gen(function* () {
      yield* abandoned
      yield* TestClock.adjust(acquirerTimeoutMillis + 1)
      expect(yield* runDueJobs()).toBe(0)
      expect([(yield* jobs).length, yield* breaches]).toEqual([1, []])
      yield* TestClock.adjust("10 seconds")
      expect(yield* runDueJobs()).toBe(1)
      const [attempt] = (yield* onlyOrder).attempts
      expect(attempt && attemptState(attempt.facts)).toBe("voided")
      expect([yield* jobs, yield* breaches]).toEqual([[], []])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("has one at once if the service knows that no request is running any more", () =>
    Effect.gen(function* () {
      yield* abandoned
      yield* releaseAbandoned()
      expect((yield* jobs).length).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is reported by a check if it was taken over and no job was added", () =>
    Effect.gen(function* () {
      const { takeUnanswered } = yield* OrderRepository
      yield* abandoned
      expect((yield* takeUnanswered(instant((yield* now) + 1), 10)).length).toBe(1)
      expect(yield* breaches).toEqual(["WorkMissing"])
    }).pipe(Effect.provide(layer)),
  )
})
