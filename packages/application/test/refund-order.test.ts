/**
 * Stories of refunds: the amount is reserved before it moves, each key moves it once, and a silent acquirer is asked
 * until it answers.
 */
import { describe, expect, it } from "@effect/vitest"
import { newSecretKey, onlyKey, type SecretKeys, SecretsNode } from "@vintem/adapters"
import { instant } from "@vintem/domain/calendar"
import { CompanyId, companyCodeOf, OrderNumber } from "@vintem/domain/identifiers"
import { methodRules } from "@vintem/domain/method"
import { type RefundFact, refundState, statusOf } from "@vintem/domain/order"
import {
  Acquirer,
  OrderRepository,
  OutcomeUnknown,
  type RefundAnswer,
  type RefundRequest,
  unknownFingerprint,
} from "@vintem/domain/ports"
import { Deferred, Effect, Fiber, Layer, ManagedRuntime, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { KeyMismatched, NoSuchOrder, recordReports } from "../src/index.ts"
import {
  askRefund,
  books,
  doWork,
  givenBack,
  hearOfCase,
  hearOfPayment,
  pass,
  refund,
  startAnother,
  toldIn,
} from "./operator.ts"
import { processWith } from "./process.ts"
import { card, cards, isLogComplete, layer, onlyOrder, pix, place, Seller, type Shop, slip } from "./shop.ts"

const placePaid = place(card(cards.approved))

const placeInstrumentPaid = Effect.fnUntraced(function* (method: "pix" | "bank_slip") {
  yield* place(method === "pix" ? pix() : slip())
  yield* hearOfPayment(1)
})

const refunds = Effect.map(onlyOrder, (order) => order.refunds)

/** The acquirer, with other answers to refunds; and every request that reached it. */
const answering = Effect.fnUntraced(function* (
  answer: (
    request: RefundRequest,
    made: Effect.Effect<RefundAnswer, OutcomeUnknown>,
  ) => Effect.Effect<RefundAnswer, OutcomeUnknown>,
) {
  const acquirer = yield* Acquirer
  const asked: Array<RefundRequest> = []
  const altered = Acquirer.of({
    ...acquirer,
    refund: (request) =>
      Effect.suspend(() => {
        asked.push(request)
        return answer(request, acquirer.refund(request))
      }),
  })
  return { asked, with: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, Acquirer, altered) }
})

const silent = answering(() => Effect.never)

describe("refundOrder", () => {
  it.effect("refunds everything if there is no amount", () =>
    Effect.gen(function* () {
      yield* placePaid
      expect(toldIn(yield* refund(null))).toEqual({ end: "Done", status: "refund", reason: null })
      expect(yield* books).toMatchObject({ captured: 10_000, refunded: 10_000, reserved: 0, refundable: 0 })
      expect(yield* givenBack).toBe(10_000)
      expect(yield* isLogComplete(yield* onlyOrder)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refunds a part, which keeps the status, and then the rest", () =>
    Effect.gen(function* () {
      yield* placePaid
      expect(toldIn(yield* refund(4_000))).toMatchObject({ end: "Done", status: "paid" })
      expect(yield* books).toMatchObject({ refunded: 4_000, refundable: 6_000 })
      expect(toldIn(yield* refund(null))).toMatchObject({ end: "Done", status: "refund" })
      expect(yield* givenBack).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["pix", "reversal"],
    ["bank_slip", "transfer"],
  ] as const)("records that the money of a %s goes back by %s", ([method, way]) =>
    Effect.gen(function* () {
      yield* placeInstrumentPaid(method)
      const { asked, with: provided } = yield* answering((_, made) => made)
      yield* provided(refund(null))
      expect(asked.map((request) => request.way)).toEqual([way])
      expect(yield* refunds).toMatchObject([{ asked: { way }, facts: ["requested", "settled"] }])
      expect(statusOf(yield* onlyOrder)).toBe("refund")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("reserves the amount before the request to the acquirer", () =>
    Effect.gen(function* () {
      yield* placePaid
      const context = yield* Effect.context<Shop>()
      const { with: provided } = yield* answering((_, made) =>
        Effect.gen(function* () {
          expect(yield* books).toMatchObject({ reserved: 6_000, refundable: 4_000 })
          expect(toldIn(yield* Effect.orDie(askRefund(6_000)))).toMatchObject({
            end: "Refused",
            reason: "AmountAboveRefundable",
          })
          return yield* made
        }).pipe(Effect.orDie, Effect.provideContext(context)),
      )
      expect(toldIn(yield* provided(refund(6_000)))).toMatchObject({ end: "Done" })
      expect(yield* givenBack).toBe(6_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["more than was received", 10_001, "AmountAboveRefundable"],
    ["nothing", 0, "AmountNotPositive"],
  ] as const)("refuses to refund %s, and does not ask the acquirer", ([_, amount, reason]) =>
    Effect.gen(function* () {
      yield* placePaid
      const { asked, with: provided } = yield* silent
      expect(toldIn(yield* provided(refund(amount)))).toMatchObject({ end: "Refused", reason, status: "paid" })
      expect(asked).toEqual([])
      expect(yield* refunds).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses if nothing was received", () =>
    Effect.gen(function* () {
      yield* place(pix())
      expect(toldIn(yield* refund(null))).toMatchObject({
        end: "Refused",
        reason: "NotPaid",
        status: "waiting_payment",
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("says that there is no more to refund, if everything is on its way back", () =>
    Effect.gen(function* () {
      yield* placePaid
      const { with: provided } = yield* silent
      yield* provided(refund(null))
      expect(toldIn(yield* refund(null))).toMatchObject({ end: "Refused", reason: "AmountAboveRefundable" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["opened", "CaseOpen"],
    ["contested", "CaseOpen"],
    ["taken", "ChargedBack"],
    ["lost", "ChargedBack"],
  ] as const)("refuses while a dispute is %s, and works again after it is won", ([fact, reason]) =>
    Effect.gen(function* () {
      yield* placePaid
      yield* hearOfCase(fact)
      expect(toldIn(yield* refund(null))).toMatchObject({ end: "Refused", reason })
      if (fact === "lost") return
      yield* hearOfCase("won")
      expect(toldIn(yield* refund(null))).toMatchObject({ end: "Done" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses after the window of the rail is closed", () =>
    Effect.gen(function* () {
      yield* placeInstrumentPaid("pix")
      yield* TestClock.adjust(methodRules.pix.refundWindowMillis)
      expect(toldIn(yield* refund(1))).toMatchObject({ end: "Done" })
      yield* TestClock.adjust(1)
      expect(toldIn(yield* refund(1))).toMatchObject({ end: "Refused", reason: "RefundWindowClosed" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("says why the acquirer refunded nothing, and releases the amount", () =>
    Effect.gen(function* () {
      yield* placePaid
      const { with: failing } = yield* answering(() =>
        Effect.succeed({ fact: "failed", report: { reason: "no funds" } }),
      )
      expect(toldIn(yield* failing(refund(10_000)))).toEqual({ end: "RefundFailed", status: null, reason: "no funds" })
      expect(yield* refunds).toMatchObject([{ facts: ["requested", "failed"], reason: "no funds" }])
      expect(yield* books).toMatchObject({ reserved: 0, refundable: 10_000 })
      expect(toldIn(yield* refund(10_000))).toMatchObject({ end: "Done", status: "refund" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("takes an amount from the payment that is owed back, and from the kept one if that is not enough", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* startAnother("bank_slip")
      yield* hearOfPayment(2)
      yield* pass("1 minute")
      yield* hearOfPayment(1)
      yield* refund(9_000)
      yield* refund(2_000)
      expect((yield* refunds).map(({ attempt, amount }) => [attempt, amount])).toEqual([
        [1, 9_000],
        [2, 2_000],
      ])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds no order of another company", () =>
    Effect.gen(function* () {
      yield* placePaid
      const { id } = yield* Seller
      for (const wish of [{ company: CompanyId.make(id + 1) }, { number: OrderNumber.make("NOBODYS") }]) {
        expect(yield* Effect.flip(refund(null, { ...wish, key: "key" }))).toBeInstanceOf(NoSuchOrder)
      }
      expect(toldIn(yield* refund(null, { key: "key" }))).toMatchObject({ end: "Done" })
    }).pipe(Effect.provide(layer)),
  )
})

describe("a refund without an answer of the acquirer", () => {
  it.effect.each([
    ["is silent", Effect.never],
    ["breaks off", Effect.fail(new OutcomeUnknown({ detail: "HTTP 503" }))],
  ] as const)(
    "stays requested if it %s, and is requested again under its key until there is an answer",
    ([_, nothing]) =>
      Effect.gen(function* () {
        yield* placePaid
        const { asked, with: provided } = yield* answering(() => nothing)
        expect(toldIn(yield* provided(refund(6_000)))).toEqual({ end: "Done", status: "paid", reason: null })
        expect(yield* books).toMatchObject({ reserved: 6_000, refunded: 0 })
        for (let hours = 0; hours < 12 * 24; hours += 1) yield* provided(pass("1 hour"))
        expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
        expect(new Set(asked.map(({ amount }) => amount))).toEqual(new Set([6_000]))
        // Once at first, then six times on the first day, and once on each later one.
        expect(asked.length).toBeGreaterThan(12)
        expect(asked.length).toBeLessThan(24)
        yield* pass("1 day")
        expect(yield* books).toMatchObject({ reserved: 0, refunded: 6_000 })
        expect(yield* givenBack).toBe(6_000)
        yield* pass("30 days")
        expect((yield* refunds).map(({ facts }) => facts)).toEqual([["requested", "settled"]])
      }).pipe(Effect.provide(layer)),
  )

  it.effect("is made once, even if its answer was lost", () =>
    Effect.gen(function* () {
      yield* placePaid
      const { with: provided } = yield* answering((_, made) =>
        Effect.andThen(made, Effect.fail(new OutcomeUnknown({ detail: "connection reset" }))),
      )
      yield* provided(refund(6_000))
      expect(yield* givenBack).toBe(6_000)
      expect(yield* books).toMatchObject({ reserved: 6_000, refunded: 0 })
      yield* pass("1 minute")
      expect(yield* books).toMatchObject({ reserved: 0, refunded: 6_000 })
      expect(yield* givenBack).toBe(6_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each(["settled", "failed"] as const)("ends if it is on its way, and %s days later", (end) =>
    Effect.gen(function* () {
      yield* placePaid
      let fact: "processing" | "settled" | "failed" = "processing"
      const { with: provided } = yield* answering(() => Effect.sync(() => ({ fact, report: {} })))
      expect(toldIn(yield* provided(refund(null)))).toEqual({ end: "Done", status: "paid", reason: null })
      for (let days = 0; days < 20; days += 1) yield* provided(pass("1 day"))
      expect(yield* books).toMatchObject({ reserved: 10_000 })
      fact = end
      yield* provided(pass("1 day"))
      const facts: ReadonlyArray<RefundFact> = ["requested", "processing", end]
      expect((yield* refunds).map((one) => one.facts)).toEqual([facts])
      expect(yield* books).toMatchObject({ reserved: 0 })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not requested again after the acquirer's own message reported its end", () =>
    Effect.gen(function* () {
      yield* placePaid
      const { asked, with: provided } = yield* silent
      yield* provided(refund(null))
      const [pending] = yield* refunds
      const { company, number } = (yield* onlyOrder).details
      if (pending === undefined) return yield* Effect.die(new Error("A refund was requested."))
      const { key, attempt, amount } = pending
      yield* recordReports(company, number, [
        { _tag: "RefundUpdate", refund: key, attempt, amount, fact: "settled", at: instant(0) },
      ])
      yield* provided(pass("30 days"))
      expect(asked).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a refund under an idempotency key", () => {
  it.effect("is made once, with the same answer each time", () =>
    Effect.gen(function* () {
      yield* placePaid
      const first = yield* refund(4_000, { key: "key" })
      const again = yield* refund(4_000, { key: "key" })
      expect([first.isReplayed, again.isReplayed]).toEqual([false, true])
      expect(again.answer).toEqual(first.answer)
      expect(yield* givenBack).toBe(4_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps a refusal too", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const first = yield* refund(null, { key: "key" })
      yield* hearOfPayment(1)
      expect(yield* refund(null, { key: "key" })).toEqual({ answer: first.answer, isReplayed: true })
      expect(yield* givenBack).toBe(0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("belongs to one request", () =>
    Effect.gen(function* () {
      yield* placePaid
      yield* refund(4_000, { key: "key" })
      const other = refund(5_000, { key: "key", fingerprint: "another body" })
      expect(yield* Effect.flip(other)).toBeInstanceOf(KeyMismatched)
      expect(yield* givenBack).toBe(4_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is another refund under another key, without one, and under the same key a day later", () =>
    Effect.gen(function* () {
      yield* placePaid
      yield* refund(1_000, { key: "one" })
      yield* refund(1_000, { key: "two" })
      yield* refund(1_000)
      yield* refund(1_000)
      yield* TestClock.adjust("24 hours")
      expect((yield* refund(1_000, { key: "one" })).isReplayed).toBe(false)
      expect(yield* givenBack).toBe(5_000)
      const keys = (yield* refunds).map(({ key }) => key)
      expect(new Set(keys).size).toBe(5)
      const { code } = yield* Seller
      expect(keys.map(companyCodeOf)).toEqual(keys.map(() => Option.some(code)))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not made twice if an upgrade between request and answer changed the secret key", () =>
    Effect.gen(function* () {
      yield* placePaid
      const broken = yield* answering(() => Effect.die(new Error("killed")))
      const killed = yield* broken.with(Effect.exit(askRefund(4_000, { key: "key", fingerprint: unknownFingerprint })))
      expect(killed._tag).toBe("Failure")
      const upgraded = Effect.provide(SecretsNode.layer(Effect.succeed(onlyKey(newSecretKey()))))
      const answer = yield* upgraded(refund(4_000, { key: "key" }))
      expect(toldIn(answer).end).toBe("Done")
      expect((yield* upgraded(refund(4_000, { key: "key" }))).isReplayed).toBe(true)
      expect(yield* refunds).toHaveLength(1)
      expect(yield* givenBack).toBe(4_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is found among others if it began under a former secret key", () =>
    Effect.gen(function* () {
      yield* placePaid
      const [former, current] = [newSecretKey(), newSecretKey()]
      const under = (keys: SecretKeys) => Effect.provide(SecretsNode.layer(Effect.succeed(keys)))
      const broken = yield* answering(() => Effect.die(new Error("killed")))
      const begun = under(onlyKey(former))(askRefund(4_000, { key: "key" }))
      expect((yield* broken.with(Effect.exit(begun)))._tag).toBe("Failure")
      yield* refund(1_000)
      const again = under({ current, former: [former] })(refund(4_000, { key: "key" }))
      expect(toldIn(yield* again).end).toBe("Done")
      expect((yield* again).isReplayed).toBe(true)
      expect((yield* refunds).map(({ amount, facts }) => [amount, refundState(facts)])).toEqual([
        [4_000, "settled"],
        [1_000, "settled"],
      ])
      expect(yield* givenBack).toBe(5_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("continues if no caller waits for its answer any more", () =>
    Effect.gen(function* () {
      yield* placePaid
      const gate = yield* Deferred.make<void>()
      const { with: provided } = yield* answering((_, made) => Effect.andThen(Deferred.await(gate), made))
      const asking = yield* Effect.forkChild(provided(askRefund(null, { key: "key" })))
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      asking.interruptUnsafe()
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.await(asking)
      expect(statusOf(yield* onlyOrder)).toBe("refund")
      expect((yield* refund(null, { key: "key" })).isReplayed).toBe(true)
    }).pipe(Effect.provide(layer)),
  )
})

describe("concurrent refunds", () => {
  /** @param amounts - of concurrent refunds, each without a key */
  const race = async (scheduler: fc.Scheduler, amounts: ReadonlyArray<number>) => {
    const runtime = ManagedRuntime.make(layer.pipe(Layer.provideMerge(TestClock.layer())))
    try {
      await runtime.runPromise(placePaid)
      const asked = amounts.map(async (amount, position) => {
        await scheduler.schedule(Promise.resolve(), `${position}: arrives`)
        return await runtime.runPromise(
          Effect.gen(function* () {
            const process = yield* processWith(({ name, isInUnit }) =>
              isInUnit
                ? Effect.void
                : Effect.promise(() => scheduler.schedule(Promise.resolve(), `${position}: ${name}`)),
            )
            return toldIn(yield* process(askRefund(amount)))
          }),
        )
      })
      const told = await scheduler.waitFor(Promise.all(asked))
      return await runtime.runPromise(
        Effect.gen(function* () {
          yield* doWork
          return { told, ledger: yield* books, back: yield* givenBack, order: yield* onlyOrder }
        }),
      )
    } finally {
      await runtime.dispose()
    }
  }

  it("conservation: of two refunds of 60 on 100 one is refused, in any interleaving", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { told, ledger, back } = await race(scheduler, [6_000, 6_000])
        expect(told.map(({ end }) => end).toSorted()).toEqual(["Done", "Refused"])
        expect(told.map(({ reason }) => reason).filter((reason) => reason !== null)).toEqual(["AmountAboveRefundable"])
        expect(ledger).toMatchObject({ refunded: 6_000, reserved: 0 })
        expect(back).toBe(6_000)
      }),
      { numRuns: 25 },
    ))

  it("conservation: never more goes back than came in, and nothing is refused that there was money for", () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.integer({ min: 1, max: 7_000 }), { minLength: 2, maxLength: 4 }),
        async (scheduler, amounts) => {
          const { told, ledger, back } = await race(scheduler, amounts)
          const made = amounts.filter((_, position) => told[position]?.end === "Done")
          const refused = amounts.filter((_, position) => told[position]?.end === "Refused")
          const total = made.reduce((sum, amount) => sum + amount, 0)
          expect(ledger).toMatchObject({ refunded: total, reserved: 0 })
          expect(back).toBe(total)
          expect(total).toBeLessThanOrEqual(10_000)
          for (const amount of refused) expect(total + amount).toBeGreaterThan(10_000)
        },
      ),
      { numRuns: 25 },
    ))
})

describe("a refund, if another unit saved the order in between", () => {
  it.effect("reads again and decides again", () =>
    Effect.gen(function* () {
      yield* placePaid
      const before = yield* onlyOrder
      yield* refund(6_000)
      const orders = yield* OrderRepository
      let stale = 2
      const behind = OrderRepository.of({
        ...orders,
        find: (company, number) => {
          stale -= 1
          return Effect.map(orders.find(company, number), (stored) =>
            stale < 0 ? stored : Option.map(stored, ({ id }) => ({ id, order: before })),
          )
        },
      })
      const told = toldIn(yield* Effect.provideService(refund(6_000), OrderRepository, behind))
      expect(told).toMatchObject({ end: "Refused", reason: "AmountAboveRefundable" })
      expect(yield* givenBack).toBe(6_000)
    }).pipe(Effect.provide(layer)),
  )
})
