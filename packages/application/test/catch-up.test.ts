/** Stories of the acquirer's return: all waiting work runs soon, and nobody waits long for an unreachable acquirer. */
import { describe, expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { statusOf } from "@vintem/domain/order"
import { Acquirer, AcquirerUnreached, OutcomeUnknown } from "@vintem/domain/ports"
import { chargeRequest, exampleAttemptKey, examplePlacedAt } from "@vintem/testing"
import { Clock, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AcquirerHealth, AskNow, askAllThatWaits, catchingUp, runDueJobs, watchedAcquirer } from "../src/index.ts"
import { allOrders, card, cards, layer, request, type Shop, untilAtRest } from "./shop.ts"

/** How a story's acquirer fails. */
interface Line {
  failure: AcquirerUnreached | OutcomeUnknown | null
  /** Requests of any kind that reached it. */
  asked: number
}

/** A process whose acquirer answers by `line`, watched as in the service. */
const processOver = (line: Line) =>
  watchedAcquirer.pipe(
    Layer.provide(
      Layer.effect(
        Acquirer,
        Effect.map(Acquirer, (acquirer) => {
          const through = <A>(question: Effect.Effect<A, AcquirerUnreached | OutcomeUnknown>) =>
            Effect.suspend(() => {
              line.asked += 1
              return line.failure === null ? question : Effect.fail(line.failure)
            })
          const unknown = <A>(question: Effect.Effect<A, OutcomeUnknown>) =>
            Effect.catchTag(through(question), "AcquirerUnreached", ({ detail }) => new OutcomeUnknown({ detail }))
          return Acquirer.of({
            charge: (asked) => through(acquirer.charge(asked)),
            find: (key) => unknown(acquirer.find(key)),
            void: (key) => unknown(acquirer.void(key)),
            refund: (asked) => unknown(acquirer.refund(asked)),
          })
        }),
      ),
    ),
    Layer.provideMerge(AcquirerHealth.layer),
  )

const silent = new OutcomeUnknown({ detail: "HTTP 503" })
const away = new AcquirerUnreached({ detail: "no connection: ECONNREFUSED" })

/** Lets a worker run for some seconds, with a pause between. */
const workFor = Effect.fnUntraced(function* (seconds: number, pauseMillis = 500) {
  for (let passed = 0; passed < seconds * 1_000; passed += pauseMillis) {
    yield* TestClock.adjust(pauseMillis)
    yield* untilAtRest
    while ((yield* runDueJobs()) > 0) yield* untilAtRest
  }
})

const countOf = (status: string) =>
  Effect.map(allOrders, (orders) => orders.filter((order) => statusOf(order) === status).length)

const story = <A, E>(line: Line, work: Effect.Effect<A, E, Shop | AcquirerHealth>) =>
  Effect.provide(work, Layer.provideMerge(processOver(line), layer))

describe("the acquirer's return", () => {
  it.effect(
    "resolves 256 orders within thirty seconds, whatever their schedules",
    () => {
      const line: Line = { failure: silent, asked: 0 }
      const outage = Effect.gen(function* () {
        yield* Effect.forEach(Array(256), () => request(card(cards.approved)), { discard: true })
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Layer.build(catchingUp)
            // By now each would be asked after an hour, and then after six.
            yield* workFor(15 * 60, 5_000)
            expect(yield* countOf("pending")).toBe(256)
            line.failure = null
            const back = yield* Clock.currentTimeMillis
            while ((yield* countOf("pending")) > 0) yield* workFor(1)
            const seconds = ((yield* Clock.currentTimeMillis) - back) / 1_000
            expect(seconds).toBeLessThanOrEqual(30)
          }),
        )
      })
      return story(line, outage)
    },
    60_000,
  )

  it.effect("is found by one request every ten seconds, and nothing else is asked until then", () => {
    const line: Line = { failure: silent, asked: 0 }
    const outage = Effect.gen(function* () {
      yield* Effect.forEach(Array(8), () => request(card(cards.approved)), { discard: true })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(catchingUp)
          yield* workFor(11 * 60, 5_000)
          line.asked = 0
          yield* workFor(120, 5_000)
          expect(line.asked).toBe(12)
        }),
      )
    })
    return story(line, outage)
  })

  it.effect("is found by a process that did not see the outage", () => {
    const line: Line = { failure: silent, asked: 0 }
    const outage = Effect.gen(function* () {
      yield* Effect.forEach(Array(8), () => request(card(cards.approved)), { discard: true })
      yield* workFor(11 * 60, 5_000)
    }).pipe(Effect.provide(processOver(line)))
    const restarted = Effect.scoped(
      Effect.gen(function* () {
        yield* Layer.build(catchingUp)
        yield* workFor(12)
        expect(yield* countOf("pending")).toBe(0)
      }),
    ).pipe(Effect.provide(processOver({ failure: null, asked: 0 })))
    return Effect.andThen(outage, restarted).pipe(Effect.provide(layer))
  })

  it.effect("need not be awaited if an operator reschedules everything", () => {
    const line: Line = { failure: silent, asked: 0 }
    const outage = Effect.gen(function* () {
      yield* Effect.forEach(Array(8), () => request(card(cards.approved)), { discard: true })
      yield* workFor(11 * 60, 5_000)
      line.failure = null
      yield* askAllThatWaits()
      yield* workFor(1)
      expect(yield* countOf("pending")).toBe(0)
    })
    return story(line, outage)
  })
})

describe("an operator who reschedules now", () => {
  it.effect("reschedules nothing twice within ten seconds, however often it is called", () => {
    const line: Line = { failure: silent, asked: 0 }
    const outage = Effect.gen(function* () {
      const { ask } = yield* AskNow
      yield* Effect.forEach(Array(8), () => request(card(cards.approved)), { discard: true })
      yield* workFor(11 * 60, 5_000)
      line.asked = 0
      for (const seconds of [1, 2, 3]) {
        yield* ask
        yield* workFor(seconds)
      }
      expect(line.asked).toBe(8)
      yield* workFor(5)
      line.failure = null
      yield* ask
      yield* workFor(1)
      expect(yield* countOf("pending")).toBe(0)
    })
    return story(line, Effect.provide(outage, AskNow.layer))
  })
})

describe("the breaker", () => {
  const charges = (count: number) =>
    Effect.flatMap(Acquirer, (acquirer) =>
      Effect.forEach(Array(count), () =>
        Effect.exit(
          acquirer.charge(
            chargeRequest(exampleAttemptKey(1), { _tag: "pix", expiresAt: instant(examplePlacedAt + 60_000) }),
          ),
        ),
      ),
    )

  it.effect(
    "opens after ten charges that did not reach the acquirer, sends a trial every five seconds, and closes with an answer",
    () => {
      const line: Line = { failure: away, asked: 0 }
      const outage = Effect.gen(function* () {
        yield* charges(30)
        expect(line.asked).toBe(10)
        yield* TestClock.adjust("5 seconds")
        yield* charges(5)
        expect(line.asked).toBe(11)
        line.failure = null
        yield* TestClock.adjust("5 seconds")
        const ends = yield* charges(5)
        expect([line.asked, ends.filter(Exit.isSuccess).length]).toEqual([16, 5])
      })
      return story(line, outage)
    },
  )

  it.effect("stays closed for charges that may have left", () => {
    const line: Line = { failure: silent, asked: 0 }
    return story(
      line,
      Effect.gen(function* () {
        yield* charges(30)
        expect(line.asked).toBe(30)
      }),
    )
  })
})
