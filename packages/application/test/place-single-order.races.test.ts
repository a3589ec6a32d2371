/**
 * Several concurrent requests under one key: in any interleaving there is one order and one charge.
 *
 * A scheduler decides who continues at each boundary, and when time passes.
 */

import { capturedOf } from "@vintem/domain/order"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Answered, KeyInUse } from "../src/index.ts"
import { processWith } from "./process.ts"
import {
  allOrders,
  Books,
  card,
  cards,
  inTime,
  layer,
  leaseMillis,
  onlyOrder,
  pix,
  reconcile,
  request,
  slip,
  untilAtRest,
} from "./shop.ts"

const payments = fc.constantFrom(
  card(cards.approved),
  card(cards.refused),
  card(cards.held),
  card(cards.failing),
  pix(),
  slip(),
)

interface Race {
  readonly results: ReadonlyArray<Result.Result<Answered<unknown>, unknown>>
  readonly replay: Answered<unknown>
  readonly orders: number
  readonly attempts: number
  readonly charges: number
  readonly captured: number
  readonly received: number
}

/** @param isSlow - true if time may pass, so that a claimant at work counts as dead */
const race = async (
  scheduler: fc.Scheduler,
  payment: ReturnType<typeof pix>,
  requests: number,
  isSlow: boolean,
): Promise<Race> => {
  const runtime = ManagedRuntime.make(layer.pipe(Layer.provideMerge(TestClock.layer())))
  try {
    let isOver = false
    const arrival = async (position: number) => {
      await scheduler.schedule(Promise.resolve(), `${position}: arrives`)
      return await runtime.runPromise(
        Effect.gen(function* () {
          const process = yield* processWith(({ name, isInUnit }) =>
            isInUnit
              ? Effect.void
              : Effect.promise(() => scheduler.schedule(Promise.resolve(), `${position}: ${name}`)),
          )
          return yield* Effect.result(process(request(payment, { key: "key" })))
        }),
      )
    }
    const arrivals = Array.from({ length: requests }, (_, position) => arrival(position))
    const timePasses = async () => {
      while (isSlow && !isOver) {
        await scheduler.schedule(Promise.resolve(), "time passes")
        await runtime.runPromise(TestClock.adjust(leaseMillis))
      }
    }
    const time = timePasses()
    const results = await scheduler.waitFor(Promise.all(arrivals))
    isOver = true
    await scheduler.waitFor(time)
    return await runtime.runPromise(
      Effect.gen(function* () {
        const books = yield* Books
        yield* reconcile
        yield* TestClock.adjust(leaseMillis)
        const replay = yield* inTime(request(payment, { key: "key" }))
        const order = yield* onlyOrder
        return {
          results,
          replay,
          orders: (yield* allOrders).length,
          attempts: order.attempts.length,
          charges: (yield* books.charges).length,
          captured: capturedOf(order),
          received: yield* books.received,
        }
      }),
    )
  } finally {
    await runtime.dispose()
  }
}

const answersIn = ({ results }: Race) => results.filter(Result.isSuccess).map(({ success }) => success)

const refusalsIn = ({ results }: Race) => results.filter(Result.isFailure).map(({ failure }) => failure)

/** After each step every fiber runs as far as it can. Otherwise fibers with several turns would never be overtaken. */
const schedulers = fc.scheduler({ act: (step) => step().then(() => Effect.runPromise(untilAtRest)) })

const requestCounts = fc.integer({ min: 2, max: 4 })

describe("concurrent requests under one key", () => {
  it("uniqueness: one of them does the work, and the others have to wait or get its answer", () =>
    fc.assert(
      fc.asyncProperty(schedulers, payments, requestCounts, async (scheduler, payment, requests) => {
        const over = await race(scheduler, payment, requests, false)
        const answers = answersIn(over)
        expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
        for (const answer of answers) expect(answer.answer).toEqual(over.replay.answer)
        for (const refusal of refusalsIn(over)) expect(refusal).toBeInstanceOf(KeyInUse)
        expect(over.replay.isReplayed).toBe(true)
        expect(over).toMatchObject({ orders: 1, attempts: 1, received: over.captured })
        expect(over.charges).toBeLessThanOrEqual(1)
      }),
      { numRuns: 100 },
    ))

  it("uniqueness: there is one order, one charge and one answer, even if a claimant at work counts as dead", () =>
    fc.assert(
      fc.asyncProperty(
        schedulers,
        fc.oneof(payments, fc.constant(card(cards.silent))),
        requestCounts,
        async (scheduler, payment, requests) => {
          const over = await race(scheduler, payment, requests, true)
          for (const refusal of refusalsIn(over)) expect(refusal).toBeInstanceOf(KeyInUse)
          for (const { answer } of answersIn(over)) expect(answer).toEqual(over.replay.answer)
          expect(over).toMatchObject({ orders: 1, attempts: 1, received: over.captured })
          expect(over.charges).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 150 },
    ))
})
