/**
 * Orders that share a coupon: whatever commands and reports come, in any order, the coupon is not used by more orders
 * than it allows, apart from late payments.
 */
import { instant } from "@vintem/domain/calendar"
import { CouponCode, CouponPercent } from "@vintem/domain/catalogue"
import { firstAttempt } from "@vintem/domain/identifiers"
import { isConfirmed, isGivenUp, type Order, wasPaidLate } from "@vintem/domain/order"
import { CouponRepository, OrderRepository } from "@vintem/domain/ports"
import { Effect, Layer, ManagedRuntime, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checkStorage, type FoundBreach, type OrderPayment, recordReports } from "../src/index.ts"
import { processWith } from "./process.ts"
import { allOrders, card, cards, inNewShop, inTime, layer, now, pix, Seller, untilAtRest } from "./shop.ts"
import { offer, orderOn, pay } from "./subscribers.ts"

const code = CouponCode.make("METADE")

const openWith = Effect.fnUntraced(function* (maxUses: number | null, expiresInMillis: number | null = null) {
  const { id: company } = yield* Seller
  const coupons = yield* CouponRepository
  const createdAt = yield* now
  yield* coupons.add({
    company,
    code,
    discount: { _tag: "percent", percent: CouponPercent.make(5_000) },
    expiresAt: expiresInMillis === null ? null : instant(createdAt + expiresInMillis),
    maxUses,
    createdAt,
  })
  yield* offer("curso", null, 10_000)
})

/** Places an order with the coupon. */
const placeWith = (payment: OrderPayment) => inTime(orderOn("curso", payment, { couponCode: code }))

const couponNow = Effect.gen(function* () {
  const { id: company } = yield* Seller
  const coupons = yield* CouponRepository
  return Option.getOrThrow(yield* coupons.find(company, code))
})

/** True if an order's log says that its first money came late. */
const isLate = Effect.fnUntraced(function* ({ details }: Order) {
  const orders = yield* OrderRepository
  return wasPaidLate(yield* orders.history(details.company, details.number))
})

/** The acquirer reports something about an order's latest attempt. */
const told = Effect.fnUntraced(function* ({ attempts, details }: Order, fact: "confirmed" | "expired" | "refused") {
  const attempt = attempts.at(-1)?.id ?? firstAttempt
  const at = yield* now
  yield* recordReports(details.company, details.number, [{ _tag: "AttemptUpdate", attempt, fact, report: {}, at }])
})

const ways: Readonly<Record<string, OrderPayment>> = {
  approved: card(cards.approved),
  refused: card(cards.refused),
  held: card(cards.held),
  failing: card(cards.failing),
  silent: card(cards.silent),
  pix: pix(),
}

/** Half of all cards are refused: an order that keeps its use has nothing to take again. */
const way = fc.oneof(fc.constant(card(cards.refused)), fc.constantFrom(...Object.values(ways)))
/** The number of one of the orders. */
const which = fc.nat({ max: 5 })
const moves = fc.oneof(
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("place" as const), payment: way }) },
  { weight: 5, arbitrary: fc.record({ _tag: fc.constant("pay" as const), which, payment: way }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("told" as const),
      which,
      fact: fc.constantFrom("confirmed" as const, "expired" as const, "refused" as const),
    }),
  },
)

describe("a coupon that orders share", () => {
  it("limit: is used by no more orders than it allows, apart from late payments, and by exactly those that hold it", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 }),
        fc.array(moves, { maxLength: 14, size: "max" }),
        (maxUses, history) =>
          inNewShop(
            Effect.gen(function* () {
              yield* openWith(maxUses)
              for (const move of history) {
                const orders = yield* allOrders
                const order = "which" in move ? orders[move.which % Math.max(orders.length, 1)] : undefined
                if (move._tag === "place") yield* placeWith(move.payment)
                else if (order !== undefined && move._tag === "pay") {
                  yield* inTime(pay(order.details, move.payment))
                } else if (order !== undefined && move._tag === "told") yield* told(order, move.fact)

                const after = yield* allOrders
                const holders = after.filter((one) => !isGivenUp(one))
                const inTimeHolders = yield* Effect.filter(holders, (one) => Effect.map(isLate(one), (late) => !late))
                expect((yield* couponNow).uses).toBe(holders.length)
                expect(inTimeHolders.length).toBeLessThanOrEqual(maxUses)
                for (const { details } of after) expect(details.coupon?.code).toBe(code)
              }
              expect(yield* breaches).toStrictEqual([])
            }),
          ),
      ),
      { numRuns: 100 },
    ))

  it("limit: if payers pay refused orders again concurrently, one is charged for one use", () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler({ act: (step) => step().then(() => Effect.runPromise(untilAtRest)) }),
        (scheduler) => raceAgain(scheduler, 4),
      ),
      { numRuns: 30 },
    ))
})

const breaches = Effect.gen(function* () {
  const found: Array<FoundBreach> = []
  yield* checkStorage({ onBreach: (one) => Effect.sync(() => found.push(one)), onProgress: () => Effect.void })
  return found
})

/** Two payers pay each order concurrently, so that no order holds two uses either. */
const raceAgain = async (scheduler: fc.Scheduler, count: number) => {
  const runtime = ManagedRuntime.make(layer.pipe(Layer.provideMerge(TestClock.layer())))
  try {
    const keys = await runtime.runPromise(
      Effect.gen(function* () {
        yield* openWith(1)
        for (let n = 0; n < count; n++) yield* placeWith(ways["refused"] ?? pix())
        return (yield* allOrders).map(({ details }) => details)
      }),
    )
    expect(keys).toHaveLength(count)
    const payers = [...keys, ...keys].map(async (key, position) => {
      await scheduler.schedule(Promise.resolve(), `${position}: arrives`)
      return runtime.runPromise(
        Effect.gen(function* () {
          const process = yield* processWith(({ name, isInUnit }) =>
            isInUnit
              ? Effect.void
              : Effect.promise(() => scheduler.schedule(Promise.resolve(), `${position}: ${name}`)),
          )
          return (yield* process(pay(key, card(cards.approved)))).answer.body
        }),
      )
    })
    const answers = await scheduler.waitFor(Promise.all(payers))
    await runtime.runPromise(
      Effect.gen(function* () {
        const orders = yield* allOrders
        expect(orders.filter(isConfirmed)).toHaveLength(1)
        expect(orders.filter(({ attempts }) => attempts.length > 1)).toHaveLength(1)
        expect((yield* couponNow).uses).toBe(1)
        expect(answers.filter((answer) => answer === "Paying")).toHaveLength(1)
        expect(yield* breaches).toStrictEqual([])
      }),
    )
  } finally {
    await runtime.dispose()
  }
}

describe("a coupon for one use", () => {
  const refusedTwice = Effect.gen(function* () {
    yield* openWith(1)
    yield* placeWith(card(cards.refused))
    yield* placeWith(card(cards.refused))
    const [first, second] = yield* allOrders
    if (first === undefined || second === undefined) return yield* Effect.die("There are two orders.")
    return [first, second] as const
  })

  it("sells one of the refused orders, and no second one", () =>
    inNewShop(
      Effect.gen(function* () {
        const [first, second] = yield* refusedTwice
        const charged = yield* pay(first.details, card(cards.approved))
        const refused = yield* pay(second.details, card(cards.approved))
        const byPix = yield* pay(second.details, pix())
        expect([charged, refused, byPix].map(({ answer }) => answer.body)).toEqual([
          "Paying",
          "CouponRefused",
          "CouponRefused",
        ])
        expect((yield* allOrders).map(({ attempts }) => attempts.length)).toEqual([2, 1])
        expect((yield* couponNow).uses).toBe(1)
      }),
    ))

  it("is refused to an order if it has expired meanwhile, unless the order still holds its use", () =>
    inNewShop(
      Effect.gen(function* () {
        yield* openWith(null, 60_000)
        yield* placeWith(card(cards.refused))
        yield* placeWith(pix(60))
        yield* TestClock.adjust(60_001)
        const [refused, waiting] = (yield* allOrders).map(({ details }) => details)
        if (refused === undefined || waiting === undefined) return yield* Effect.die("There are two orders.")
        expect((yield* pay(refused, card(cards.approved))).answer.body).toBe("CouponRefused")
        expect((yield* pay(waiting, card(cards.approved))).answer.body).toBe("Paying")
      }),
    ))

  it("counts late money beyond its limit, which is reported and no breach", () =>
    inNewShop(
      Effect.gen(function* () {
        const [first, second] = yield* refusedTwice
        yield* pay(first.details, card(cards.approved))
        yield* told(second, "confirmed")
        const late: Array<unknown> = []
        yield* checkStorage({
          onBreach: (found) => Effect.die(found),
          onLateUses: (coupon) => Effect.sync(() => late.push(coupon)),
          onProgress: () => Effect.void,
        })
        const { company } = first.details
        expect(late).toStrictEqual([{ company, code, uses: 2, allowed: 1, late: 1 }])
      }),
    ))

  it("is a breach if it was counted beyond its limit without late money", () =>
    inNewShop(
      Effect.gen(function* () {
        const [first, second] = yield* refusedTwice
        yield* pay(first.details, card(cards.approved))
        const coupons = yield* CouponRepository
        yield* coupons.countAgain(second.details.company, second.details.number)
        expect(yield* breaches).toStrictEqual([
          {
            subject: `company ${first.details.company}`,
            breach: { _tag: "CouponOversold", code, uses: 2, allowed: 1, late: 0 },
          },
        ])
      }),
    ))
})
