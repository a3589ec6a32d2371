/**
 * Stories of a single-payment link that was paid more than once: the first payment is kept, every other is refunded
 * once, even if processes die and reports overtake each other.
 */
import { describe, expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { obligationsOf, statusOf } from "@vintem/domain/order"
import { duplicatesOf } from "@vintem/domain/payment-link"
import { JobQueue, OrderRepository, PaymentLinkRepository } from "@vintem/domain/ports"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { checkStorage, type FoundBreach, runDueJobs } from "../src/index.ts"
import {
  givenBackOf,
  openedByPix,
  orderOf,
  paidAtTheBank,
  payPix,
  refundsOf,
  reportPaid,
  takeOnePayment,
  theLink,
} from "./link-paid-twice.ts"
import { complete, doWork, pass } from "./operator.ts"
import { processDyingAt, processWith } from "./process.ts"
import { configure, deliverFor, deliveriesOf } from "./receivers.ts"
import { inTime, isLogComplete, layer, now, untilAtRest } from "./shop.ts"

const breaches = Effect.gen(function* () {
  const found: Array<FoundBreach> = []
  yield* checkStorage({
    onBreach: (breach) => Effect.sync(() => found.push(breach)),
    onProgress: () => Effect.void,
  })
  return found
})

const kindsOf = (number: OrderNumber) =>
  Effect.map(deliveriesOf(number), (deliveries) => deliveries.map(({ event }) => event.kind))

/** Long enough for every refund to be requested and to settle. */
const untilSettled = Effect.repeat(pass("1 minute"), { times: 5 })

/** In the end this order's money is kept, and each other order's is refunded once. */
const expectKept = Effect.fnUntraced(function* (kept: OrderNumber, numbers: ReadonlyArray<OrderNumber>) {
  const others = numbers.filter((number) => number !== kept)
  const link = yield* theLink
  expect(link.paid?.order).toBe(kept)
  expect(new Set(duplicatesOf(link))).toEqual(new Set(others))
  expect(refundsOf(yield* orderOf(kept))).toEqual([])
  expect(yield* givenBackOf(kept)).toBe(0)
  for (const number of others) {
    const order = yield* orderOf(number)
    expect(refundsOf(order)).toEqual([[10_000, "settled"]])
    expect(yield* givenBackOf(number)).toBe(10_000)
    expect(statusOf(order)).toBe("refund")
    expect(obligationsOf(order)).toEqual([])
    expect(yield* isLogComplete(order)).toBe(true)
  }
  expect(yield* breaches).toEqual([])
})

describe("a single-payment link", () => {
  it.effect("keeps the first payment; the later order is paid, notifies its company, and is refunded", () =>
    Effect.gen(function* () {
      yield* configure()
      const [first, second] = yield* openedByPix(2)
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* TestClock.adjust(1)
      yield* payPix(second)
      expect(statusOf(yield* orderOf(second))).toBe("paid")
      expect(obligationsOf(yield* orderOf(second))).toEqual([{ _tag: "RefundDuplicate", attempt: 1, amount: 10_000 }])
      yield* deliverFor(300_000)
      expect((yield* kindsOf(first)).slice(-1)).toEqual(["paid"])
      expect((yield* kindsOf(second)).slice(-2)).toEqual(["paid", "refund"])
      yield* expectKept(first, [first, second])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps the payment that was confirmed first, even if it is reported last", () =>
    Effect.gen(function* () {
      const numbers = yield* openedByPix(3)
      const [first, second, third] = numbers
      if (first === undefined || second === undefined || third === undefined) return expect.unreachable()
      yield* Effect.forEach(numbers, paidAtTheBank)
      const at = yield* now
      yield* reportPaid(second, instant(at + 2))
      yield* reportPaid(third, instant(at + 3))
      expect(obligationsOf(yield* orderOf(second))).toEqual([])
      yield* reportPaid(first, instant(at + 1))
      yield* untilSettled
      yield* expectKept(first, numbers)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("withdraws the others' Pix after it is paid: nothing unpaid is refunded", () =>
    Effect.gen(function* () {
      const [first, second] = yield* openedByPix(2)
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* untilSettled
      expect(statusOf(yield* orderOf(second))).toBe("unpaid")
      expect(refundsOf(yield* orderOf(second))).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps the payments from when it was multi-payment, and withdraws open ones after the change", () =>
    Effect.gen(function* () {
      const [first, second, open] = yield* openedByPix(3, false)
      if (first === undefined || second === undefined || open === undefined) return expect.unreachable()
      for (const number of [first, second]) {
        yield* payPix(number)
        yield* TestClock.adjust(1)
      }
      yield* takeOnePayment()
      yield* untilSettled
      expect((yield* orderOf(open)).attempts[0]?.facts).toContain("voided")
      yield* complete({ number: second })
      yield* untilSettled
      expect(duplicatesOf(yield* theLink)).toEqual([])
      for (const number of [first, second]) expect(refundsOf(yield* orderOf(number))).toEqual([])
      expect(obligationsOf(yield* orderOf(open))).toEqual([])
      expect(yield* breaches).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("withdraws open instruments even if the link changes meanwhile", () =>
    Effect.gen(function* () {
      const [first, open] = yield* openedByPix(2, false)
      if (first === undefined || open === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* doWork
      yield* takeOnePayment()
      yield* takeOnePayment(false)
      const links = yield* PaymentLinkRepository
      const changing = takeOnePayment()
      const context = yield* Effect.context<Effect.Services<typeof changing>>()
      let isRead = false
      const late = PaymentLinkRepository.of({
        ...links,
        find: (company, slug) =>
          Effect.tap(links.find(company, slug), () => {
            const change = isRead ? Effect.void : Effect.orDie(Effect.provideContext(changing, context))
            isRead = true
            return change
          }),
      })
      yield* Effect.provideService(inTime(runDueJobs()), PaymentLinkRepository, late)
      yield* untilSettled
      expect((yield* orderOf(open)).attempts[0]?.facts).toContain("voided")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("logs it without names: neither the payer nor the address of the link", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message, logLevel }) => {
      lines.push(`${logLevel} ${JSON.stringify(message)}`)
    })
    return Effect.gen(function* () {
      const [first, second] = yield* openedByPix(2)
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* TestClock.adjust(1)
      yield* payPix(second)
      yield* untilSettled
      const { slug } = (yield* theLink).details
      const warnings = lines.filter((line) => line.startsWith("Warn"))
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain("was paid again")
      expect(warnings[0]).toContain(second)
      for (const line of lines) for (const secret of [slug, "Exemplo", "@"]) expect(line).not.toContain(secret)
    }).pipe(Effect.provide(Layer.provideMerge(Logger.layer([logger]), layer)))
  })
})

describe("a multi-payment link", () => {
  it.effect("owes no refund for the second and third payment", () =>
    Effect.gen(function* () {
      const numbers = yield* openedByPix(3, false)
      for (const number of numbers) {
        yield* payPix(number)
        yield* TestClock.adjust(1)
      }
      yield* untilSettled
      for (const number of numbers) {
        expect(statusOf(yield* orderOf(number))).toBe("paid")
        expect(refundsOf(yield* orderOf(number))).toEqual([])
      }
      expect(duplicatesOf(yield* theLink)).toEqual([])
      expect(yield* breaches).toEqual([])
    }).pipe(Effect.provide(layer)),
  )
})

describe("a check of the stored data", () => {
  it.effect("finds a link that was paid again without a planned refund", () =>
    Effect.gen(function* () {
      const orders = yield* OrderRepository
      const links = yield* PaymentLinkRepository
      const [first, second] = yield* openedByPix(2, false)
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* payPix(second)
      // The link is flagged, but the order does not know it.
      const link = yield* theLink
      const flagged = { order: second, flag: "duplicate" as const, at: yield* now }
      const event = { _tag: "LinkUpdated" as const, terms: link.terms, at: link.updatedAt }
      yield* links.save({ ...link, version: link.version + 1, flagged: [flagged] }, [event])
      expect((yield* breaches).map(({ breach }) => breach)).toContainEqual({ _tag: "DuplicateKept", order: second })
      expect((yield* orders.history(link.details.company, second)).map(({ _tag }) => _tag)).not.toContain(
        "DuplicateFound",
      )
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds a refund without a job that would request it", () =>
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const [first, second] = yield* openedByPix(2)
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* TestClock.adjust(1)
      yield* payPix(second)
      const { attempts, details } = yield* orderOf(second)
      const job = `duplicate:${attempts[0]?.key}`
      expect(yield* queue.known(details.company, [job])).toEqual([job])
      yield* queue.withdraw(details.company, [job])
      expect(yield* breaches).toEqual([{ subject: second, breach: { _tag: "WorkMissing", attempt: 1, job } }])
    }).pipe(Effect.provide(layer)),
  )
})

describe("a process that dies during a second payment", () => {
  /** The second payment is reported, and its due jobs run. */
  const worked = (second: OrderNumber) => Effect.andThen(reportPaid(second), Effect.andThen(runDueJobs(), runDueJobs()))

  /** The first payment is known; the second one is made. */
  const begun = Effect.gen(function* () {
    const numbers = yield* openedByPix(2)
    const [first, second] = numbers
    if (first === undefined || second === undefined) return expect.unreachable()
    yield* payPix(first)
    yield* TestClock.adjust(1)
    yield* paidAtTheBank(second)
    return { numbers, first, second }
  })

  const boundaries = Effect.gen(function* () {
    const { second } = yield* begun
    let met = 0
    const process = yield* processWith(() => {
      met += 1
      return Effect.void
    })
    yield* inTime(process(worked(second)))
    return met
  })

  it.effect("leaves one refund to make, at whichever boundary it dies", () =>
    Effect.gen(function* () {
      const positions = yield* Effect.provide(boundaries, layer)
      expect(positions).toBeGreaterThan(20)
      for (let position = 0; position < positions; position += 1) {
        yield* Effect.gen(function* () {
          const { first, numbers, second } = yield* begun
          const process = yield* processDyingAt((_, met) => met === position)
          yield* Effect.forkDetach(process(worked(second)))
          yield* untilAtRest
          // The acquirer got no answer, and reports again.
          yield* TestClock.adjust("1 minute")
          yield* reportPaid(second)
          yield* untilSettled
          yield* expectKept(first, numbers)
        }).pipe(Effect.provide(layer))
      }
    }),
  )
})

describe("concurrent reports of payments", () => {
  /** After each step every fiber runs as far as it can. */
  const schedulers = fc.scheduler({ act: (step) => step().then(() => Effect.runPromise(untilAtRest)) })
  /** When each order's payment is confirmed, in milliseconds after the first instant. Each is reported twice. */
  const confirmations = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 3 })

  it("uniqueness: the payment confirmed first is kept, and every other is refunded once, with any number of workers", () =>
    fc.assert(
      fc.asyncProperty(schedulers, confirmations, async (scheduler, millis) => {
        const runtime = ManagedRuntime.make(layer.pipe(Layer.provideMerge(TestClock.layer())))
        try {
          const { numbers, at } = await runtime.runPromise(
            Effect.gen(function* () {
              const numbers = yield* openedByPix(millis.length)
              yield* Effect.forEach(numbers, paidAtTheBank)
              return { numbers, at: yield* now }
            }),
          )
          const along = async (name: string, work: Effect.Effect<unknown, unknown, Layer.Success<typeof layer>>) => {
            await scheduler.schedule(Promise.resolve(), `${name}: begins`)
            await runtime.runPromise(
              Effect.gen(function* () {
                const process = yield* processWith(({ isInUnit, name: boundary }) =>
                  isInUnit
                    ? Effect.void
                    : Effect.promise(() => scheduler.schedule(Promise.resolve(), `${name}: ${boundary}`)),
                )
                yield* process(work)
              }),
            )
          }
          const reports = numbers.flatMap((number, n) => {
            const report = reportPaid(number, instant(at + (millis[n] ?? 0)))
            return [along(`report of ${n}`, report), along(`report of ${n} again`, report)]
          })
          const workers = [1, 2].map((n) => along(`worker ${n}`, runDueJobs()))
          await scheduler.waitFor(Promise.all([...reports, ...workers]))
          await runtime.runPromise(
            Effect.gen(function* () {
              yield* doWork
              yield* untilSettled
              const first = numbers[millis.indexOf(Math.min(...millis))]
              if (first === undefined) return expect.unreachable()
              yield* expectKept(first, numbers)
            }),
          )
        } finally {
          await runtime.dispose()
        }
      }),
      { numRuns: 60 },
    ))
})
