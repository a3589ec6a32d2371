/**
 * Stories of a payment link that takes one payment and was paid more than once: the first payment is kept, every other is refunded once,
 * even if processes die and reports overtake each other.
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

/** Every refund has had the time to be asked for and to settle. */
const untilSettled = Effect.repeat(pass("1 minute"), { times: 5 })

/** What is true in the end: this order's money is kept, that of each other is given back once. */
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

describe("a payment link that takes one payment", () => {
  it.effect("keeps the first; the later order is paid, tells its company, and gives its money back", () =>
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

  it.effect("keeps the one that was confirmed first, also where it is reported last", () =>
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

  it.effect("withdraws the others' Pix once it is paid: nothing goes back of what did not come", () =>
    Effect.gen(function* () {
      const [first, second] = yield* openedByPix(2)
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* untilSettled
      expect(statusOf(yield* orderOf(second))).toBe("unpaid")
      expect(refundsOf(yield* orderOf(second))).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps what it was paid while it could be paid often, and withdraws what is open once it may not", () =>
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

  it.effect("withdraws what is open also where the link changed while that was being done", () =>
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

  it.effect("says so in the log, and names nobody: neither the payer nor the address of the link", () => {
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

describe("a payment link that takes any number of payments", () => {
  it.effect("owes nothing for the second and the third", () =>
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

describe("a check of what is stored", () => {
  it.effect("finds a link that was paid again where no refund is planned", () =>
    Effect.gen(function* () {
      const orders = yield* OrderRepository
      const links = yield* PaymentLinkRepository
      const [first, second] = yield* openedByPix(2, false)
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* payPix(first)
      yield* payPix(second)
      // The link is flagged, the order knows of nothing.
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

  it.effect("finds the refund that no job would ask for", () =>
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

describe("a process that dies over a second payment", () => {
  /** The second payment is reported, and what is due for it is done. */
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

  it.effect("leaves one refund to be made, at whichever boundary it is gone", () =>
    Effect.gen(function* () {
      const positions = yield* Effect.provide(boundaries, layer)
      expect(positions).toBeGreaterThan(20)
      for (let position = 0; position < positions; position += 1) {
        yield* Effect.gen(function* () {
          const { first, numbers, second } = yield* begun
          const process = yield* processDyingAt((_, met) => met === position)
          yield* Effect.forkDetach(process(worked(second)))
          yield* untilAtRest
          // The acquirer, which got no answer, reports again.
          yield* TestClock.adjust("1 minute")
          yield* reportPaid(second)
          yield* untilSettled
          yield* expectKept(first, numbers)
        }).pipe(Effect.provide(layer))
      }
    }),
  )
})

describe("reports of payments that race", () => {
  /** After each step everybody goes on as far as they can. */
  const schedulers = fc.scheduler({ act: (step) => step().then(() => Effect.runPromise(untilAtRest)) })
  /** Milliseconds after the first instant at which each order's payment is confirmed; each is reported twice. */
  const confirmations = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 3 })

  it("uniqueness: one payment is kept, the one confirmed first; every other goes back once, beside any number of workers", () =>
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
