/** Stories of an order's obligations at the acquirer: each is fulfilled once, even if processes die. */
import { describe, expect, it } from "@effect/vitest"
import { decide } from "@vintem/domain/machine"
import { attemptState, obligationsOf, orderMachine, refundState, statusOf } from "@vintem/domain/order"
import { Acquirer, JobQueue, OrderRepository, OutcomeUnknown } from "@vintem/domain/ports"
import { exampleAttemptKey, exampleCharge } from "@vintem/testing"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { recordReports, runDueJobs } from "../src/index.ts"
import { workNeeded } from "../src/reactions/jobs.ts"
import {
  books,
  cancel,
  deadJobs,
  doWork,
  givenBack,
  hearOfCase,
  hearOfPayment,
  pass,
  payInBooks,
  refund,
  startAnother,
} from "./operator.ts"
import { processDyingAt, processWith } from "./process.ts"
import {
  card,
  cards,
  inTime,
  isLogComplete,
  layer,
  now,
  onlyAttempt,
  onlyOrder,
  pix,
  place,
  type Shop,
  untilAtRest,
} from "./shop.ts"

/**
 * An order that was paid by slip, and a minute later by the Pix that was left open: the second payment is attempt 1.
 */
const paidTwice = Effect.gen(function* () {
  yield* place(pix(43_200))
  yield* startAnother("bank_slip")
  yield* hearOfPayment(2)
  yield* pass("1 minute")
  yield* hearOfPayment(1)
})

const refunds = Effect.map(onlyOrder, (order) =>
  order.refunds.map(({ attempt, amount, facts }) => ({ attempt, amount, facts })),
)

const settled = [{ attempt: 1, amount: 10_000, facts: ["requested", "settled"] }]

describe("a second payment", () => {
  it.effect("is refunded automatically, and the first is kept", () =>
    Effect.gen(function* () {
      yield* paidTwice
      yield* doWork
      expect(yield* refunds).toEqual([{ attempt: 1, amount: 10_000, facts: ["requested"] }])
      yield* pass("1 minute")
      expect(yield* refunds).toEqual(settled)
      expect(yield* givenBack).toBe(10_000)
      expect(yield* books).toMatchObject({ captured: 20_000, refunded: 10_000, refundable: 10_000 })
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(obligationsOf(yield* onlyOrder)).toEqual([])
      expect(yield* isLogComplete(yield* onlyOrder)).toBe(true)
      expect(yield* deadJobs).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is refunded once by two concurrent workers", () =>
    Effect.gen(function* () {
      yield* paidTwice
      for (let round = 0; round < 5; round += 1) {
        yield* Effect.all([runDueJobs(), runDueJobs(), runDueJobs()], { concurrency: "unbounded" })
        yield* pass("1 minute")
      }
      expect(yield* refunds).toEqual(settled)
      expect(yield* givenBack).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is refunded minus an operator's earlier refund", () =>
    Effect.gen(function* () {
      yield* paidTwice
      yield* refund(4_000)
      yield* pass("1 minute")
      yield* pass("1 minute")
      expect((yield* refunds).map(({ attempt, amount }) => [attempt, amount])).toEqual([
        [1, 4_000],
        [1, 6_000],
      ])
      expect(yield* givenBack).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is what an operator's amount is taken from, and the kept payment stays", () =>
    Effect.gen(function* () {
      yield* paidTwice
      yield* refund(10_000)
      yield* pass("1 minute")
      yield* pass("1 minute")
      expect((yield* refunds).map(({ attempt, amount }) => [attempt, amount])).toEqual([[1, 10_000]])
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not block a refund after it can no longer be refunded", () =>
    Effect.gen(function* () {
      yield* paidTwice
      const acquirer = yield* Acquirer
      const refusing = Acquirer.of({ ...acquirer, refund: () => Effect.succeed({ fact: "failed", report: {} }) })
      for (let hours = 0; hours < 10 * 24; hours += 1) yield* Effect.provideService(pass("1 hour"), Acquirer, refusing)
      expect(yield* deadJobs).toHaveLength(1)
      yield* refund(3_000)
      const last = (yield* refunds).at(-1)
      expect(last).toMatchObject({ attempt: 2, amount: 3_000 })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is refunded as well if an operator refunds everything", () =>
    Effect.gen(function* () {
      yield* paidTwice
      yield* refund(null)
      yield* pass("1 minute")
      yield* pass("1 minute")
      expect((yield* refunds).map(({ attempt, amount }) => [attempt, amount])).toEqual([
        [2, 10_000],
        [1, 10_000],
      ])
      expect(statusOf(yield* onlyOrder)).toBe("refund")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is owed again if an operator's refund failed while the job had read that it is on its way", () =>
    Effect.gen(function* () {
      yield* paidTwice
      const [acquirer, orders] = [yield* Acquirer, yield* OrderRepository]
      const silent = Acquirer.of({ ...acquirer, refund: () => Effect.never })
      yield* Effect.provideService(refund(10_000), Acquirer, silent)
      const { details, refunds: asked } = yield* onlyOrder
      const failing = recordReports(
        details.company,
        details.number,
        asked.map(({ amount, attempt, key }) => ({
          _tag: "RefundUpdate",
          refund: key,
          attempt,
          amount,
          fact: "failed",
          at: details.placedAt,
        })),
      )
      const context = yield* Effect.context<Effect.Services<typeof failing>>()
      const failed = Effect.orDie(Effect.provideContext(failing, context))
      let isRead = false
      const late = OrderRepository.of({
        ...orders,
        find: (company, number) =>
          Effect.tap(orders.find(company, number), () => {
            const first = isRead ? Effect.void : failed
            isRead = true
            return first
          }),
      })
      yield* Effect.provideService(inTime(runDueJobs()), OrderRepository, late)
      yield* pass("1 day")
      yield* pass("1 minute")
      expect(yield* givenBack).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is tried again the day after the acquirer refused, and not before", () =>
    Effect.gen(function* () {
      yield* paidTwice
      const acquirer = yield* Acquirer
      const refusing = Acquirer.of({ ...acquirer, refund: () => Effect.succeed({ fact: "failed", report: {} }) })
      for (let minutes = 0; minutes < 60; minutes += 1) {
        yield* Effect.provideService(pass("1 minute"), Acquirer, refusing)
      }
      expect((yield* refunds).map(({ facts }) => refundState(facts))).toEqual(["failed"])
      yield* pass("22 hours")
      yield* pass("1 minute")
      expect(yield* refunds).toHaveLength(1)
      yield* pass("2 hours")
      yield* pass("1 minute")
      expect((yield* refunds).map(({ facts }) => refundState(facts))).toEqual(["failed", "settled"])
      expect(yield* givenBack).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("waits for a person while there is a dispute, and is refunded after the dispute is won", () =>
    Effect.gen(function* () {
      yield* paidTwice
      yield* hearOfCase("opened")
      yield* pass("1 minute")
      expect(yield* refunds).toEqual([])
      expect((yield* deadJobs).map(({ kind, reason }) => [kind, reason])).toEqual([
        ["RefundDuplicate", "A second payment cannot be refunded: a dispute about this order is open."],
      ])
      yield* hearOfCase("won")
      yield* pass("1 minute")
      yield* pass("1 minute")
      expect(yield* refunds).toEqual(settled)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is checked again if a dispute is opened while its refund is about to be requested", () =>
    Effect.gen(function* () {
      yield* paidTwice
      const shop = yield* Effect.context<Shop>()
      let isClaimed = false
      let isOpened = false
      const process = yield* processWith(
        Effect.fnUntraced(function* ({ name }) {
          isClaimed ||= name === "after JobQueue.claim"
          if (isOpened || !isClaimed || name !== "before WriteSets.commit") return
          isOpened = true
          yield* hearOfCase("opened").pipe(Effect.provideContext(shop), Effect.orDie)
        }),
      )
      yield* process(doWork)
      expect([isOpened, yield* refunds, yield* deadJobs]).toEqual([true, [], []])
      yield* pass("1 minute")
      expect((yield* deadJobs).map(({ kind }) => kind)).toEqual(["RefundDuplicate"])
      yield* hearOfCase("won")
      yield* pass("1 minute")
      yield* pass("1 minute")
      expect(yield* refunds).toEqual(settled)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is tried for a week if the acquirer refuses, each time under another key, and then left to a person", () =>
    Effect.gen(function* () {
      yield* paidTwice
      const acquirer = yield* Acquirer
      const keys = new Set<string>()
      const refusing = Acquirer.of({
        ...acquirer,
        refund: ({ key }) =>
          Effect.sync(() => {
            keys.add(key)
            return { fact: "failed", report: { reason: "no funds" } }
          }),
      })
      for (let hours = 0; hours < 20 * 24; hours += 1) {
        yield* Effect.provideService(pass("1 hour"), Acquirer, refusing)
      }
      expect(keys.size).toBe(7)
      expect((yield* refunds).map(({ facts }) => refundState(facts))).toEqual(Array.from({ length: 7 }, () => "failed"))
      expect((yield* deadJobs).map(({ reason }) => reason)).toEqual([
        "A second payment could not be refunded in 7 tries: refund it by hand.",
      ])
      expect(yield* books).toMatchObject({ reserved: 0, refunded: 0 })
    }).pipe(Effect.provide(layer)),
  )
})

describe("an order's pending work", () => {
  /** The jobs that the only order needs; all of them exist. */
  const needed = Effect.gen(function* () {
    const queue = yield* JobQueue
    const order = yield* onlyOrder
    const names = workNeeded(order).map(({ job }) => job)
    expect(new Set(yield* queue.known(order.details.company, names))).toEqual(new Set(names))
    return names.map((name) => name.split(":")[0])
  })

  it.effect("has a job for a second payment, and then for its refund", () =>
    Effect.gen(function* () {
      yield* paidTwice
      expect(yield* needed).toEqual(["duplicate"])
      yield* doWork
      expect(yield* needed).toEqual(["refund"])
      yield* pass("1 minute")
      expect(yield* needed).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("has a job for a second payment that needs a person", () =>
    Effect.gen(function* () {
      yield* paidTwice
      yield* hearOfCase("opened")
      yield* pass("1 minute")
      expect(yield* needed).toEqual(["duplicate"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("has a job for a Pix that was not withdrawn when its order was canceled", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const acquirer = yield* Acquirer
      const silent = Acquirer.of({ ...acquirer, void: () => Effect.never })
      yield* Effect.provideService(cancel(), Acquirer, silent)
      expect(yield* needed).toEqual(["expire", "void"])
      yield* doWork
      expect(yield* needed).toEqual([])
    }).pipe(Effect.provide(layer)),
  )
})

describe("a second payment during which workers die", () => {
  /** The queue's boundaries from the second payment to its refund. */
  const boundaries = Effect.gen(function* () {
    yield* paidTwice
    let count = 0
    const process = yield* processWith(() =>
      Effect.sync(() => {
        count += 1
      }),
    )
    yield* process(inTime(runDueJobs()))
    const requesting = count
    yield* pass("30 seconds")
    expect(requesting).toBeGreaterThan(0)
    return requesting
  })

  it.effect("is refunded once, at any moment: by the worker that requests the refund", () =>
    Effect.gen(function* () {
      const positions = yield* Effect.provide(boundaries, layer)
      for (let position = 0; position < positions; position += 1) {
        yield* Effect.gen(function* () {
          yield* paidTwice
          const process = yield* processDyingAt((_, met) => met === position)
          yield* Effect.forkDetach(process(runDueJobs()))
          yield* untilAtRest
          for (let minutes = 0; minutes < 5; minutes += 1) yield* pass("1 minute")
          expect(yield* refunds).toEqual(settled)
          expect(yield* givenBack).toBe(10_000)
        }).pipe(Effect.provide(layer))
      }
    }),
  )

  it.effect("is refunded once, at any moment: by the worker that asks the acquirer", () =>
    Effect.gen(function* () {
      for (const death of [
        "before Acquirer.refund",
        "after Acquirer.refund",
        "before WriteSets.commit",
        "after WriteSets.commit",
      ]) {
        yield* Effect.gen(function* () {
          yield* paidTwice
          yield* doWork
          yield* Effect.andThen(pass(0), doWork)
          const process = yield* processDyingAt(({ name }) => name === death)
          yield* Effect.forkDetach(process(pass("30 seconds")))
          yield* untilAtRest
          for (let minutes = 0; minutes < 5; minutes += 1) yield* pass("1 minute")
          expect(yield* refunds).toEqual(settled)
          expect(yield* givenBack).toBe(10_000)
        }).pipe(Effect.provide(layer))
      }
    }),
  )
})

describe("a card that is held for review", () => {
  it.effect("is asked about while that lasts, even if the acquirer is silent for weeks", () =>
    Effect.gen(function* () {
      yield* place(card(cards.held))
      for (let days = 0; days < 20; days += 1) yield* whileSilent(pass("1 day"))
      const { facts } = onlyAttempt(yield* onlyOrder)
      expect([attemptState(facts), facts.includes("unknown"), yield* deadJobs]).toEqual(["review", true, []])
      yield* hearOfPayment(1)
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a Pix that is about to expire", () => {
  it.effect("blocks nothing after its end, whatever the acquirer reports", () =>
    Effect.gen(function* () {
      yield* place(pix(10))
      const another = Effect.map(Effect.all([onlyOrder, now]), ([order, at]) =>
        decide(orderMachine, order, { _tag: "StartAttempt", key: exampleAttemptKey(2), ...exampleCharge("pix"), at }),
      )
      yield* whileSilent(pass("9 minutes"))
      expect(yield* another).toMatchObject({ failure: { reason: "InstrumentOpen" } })
      yield* whileSilent(pass("1 minute"))
      expect(statusOf(yield* onlyOrder)).toBe("waiting_payment")
      expect(Result.isSuccess(yield* another)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect(
    "stays open while the acquirer is silent, and is asked about again: money is found without a notification",
    () =>
      Effect.gen(function* () {
        yield* place(pix(10))
        yield* TestClock.adjust("9 minutes")
        yield* payInBooks(yield* onlyOrder, 1)
        yield* whileSilent(pass("1 minute"))
        expect(statusOf(yield* onlyOrder)).toBe("waiting_payment")
        yield* whileSilent(pass("10 seconds"))
        expect(attemptState(onlyAttempt(yield* onlyOrder).facts)).toBe("open")
        yield* pass("20 seconds")
        expect(statusOf(yield* onlyOrder)).toBe("paid")
      }).pipe(Effect.provide(layer)),
  )

  it.effect("expires after seven days of silence", () =>
    Effect.gen(function* () {
      yield* place(pix(10))
      for (let days = 0; days < 7; days += 1) yield* whileSilent(pass("1 day"))
      expect(statusOf(yield* onlyOrder)).toBe("waiting_payment")
      yield* whileSilent(pass("10 minutes"))
      expect([statusOf(yield* onlyOrder), yield* deadJobs]).toEqual(["unpaid", []])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("expires at once if the acquirer does not know the charge", () =>
    Effect.gen(function* () {
      yield* place(pix(10))
      yield* answering(() => Effect.succeedNone, pass("10 minutes"))
      expect(statusOf(yield* onlyOrder)).toBe("unpaid")
    }).pipe(Effect.provide(layer)),
  )
})

type Find = Acquirer["Service"]["find"]

/** Replaces the acquirer's answer about a charge. */
const answering = <A, E, R>(find: Find, doing: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Acquirer, (acquirer) => Effect.provideService(doing, Acquirer, Acquirer.of({ ...acquirer, find })))

const whileSilent = <A, E, R>(doing: Effect.Effect<A, E, R>) =>
  answering(() => Effect.fail(new OutcomeUnknown({ detail: "no answer" })), doing)
