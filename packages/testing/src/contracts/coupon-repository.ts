/** The contract of every store of coupons. */

import { type Coupon, CouponCode, CouponPercent } from "@vintem/domain/catalogue"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { type CompanyRepository, CouponRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { onFreshStore } from "./on-fresh-store.ts"
import { ownedEntriesContract } from "./owned-entries.ts"
import { later, numberedOrder, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const couponRepositoryContract = (
  name: string,
  layer: Layer.Layer<CouponRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it, law } = store

  describe(`CouponRepository: ${name}`, () => {
    it(
      "returns every field of a coupon as it was added, without uses",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const share = exampleCoupon(company, { expiresAt: later(5), maxUses: 7, createdAt: later(1) })
        const amount = exampleCoupon(company, {
          code: CouponCode.make("Água-10%"),
          discount: { _tag: "amount", amount: centavos(9_999_999_999_999) },
        })
        for (const details of [share, amount]) {
          const coupon = Option.getOrThrow(yield* coupons.add(details))
          expect(coupon).toStrictEqual({ id: coupon.id, ...details, uses: 0 })
          expect(Option.getOrNull(yield* coupons.find(company, details.code))).toStrictEqual(coupon)
        }
      }),
    )

    it(
      "stores one coupon for each code in a company, however the code is typed",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const first = yield* storeCoupon(company, { code: CouponCode.make("Ação10") })
        const typed = exampleCoupon(company, { code: CouponCode.make("AÇÃO10"), maxUses: 3 })
        expect(Option.isNone(yield* coupons.add(typed))).toBe(true)
        expect(yield* coupons.list(company, wholeList)).toStrictEqual({ entries: [first], total: 1 })
        for (const code of ["Ação10", "ação10", " AÇÃO10 ", "Ac\u0327a\u0303o10"]) {
          expect(Option.getOrNull(yield* coupons.find(company, code))).toStrictEqual(first)
        }
        expect(Option.isSome(yield* coupons.add({ ...typed, company: other }))).toBe(true)
      }),
    )

    it(
      "counts an order's use of a coupon, for its company",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 2 })
        expect(yield* take(coupon, 1)).toStrictEqual({ ...coupon, uses: 1 })
        expect(yield* coupons.take({ company, code: " NATAL10 ", order: order(2), at: later(0) })).toMatchObject({
          uses: 2,
        })
        expect(yield* usesOf(coupon)).toBe(2)
      }),
    )

    it(
      "counts an order once, however often it takes its coupon",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 1 })
        const taken = { ...coupon, uses: 1 }
        expect([yield* take(coupon, 1), yield* take(coupon, 1)]).toStrictEqual([taken, taken])
        expect(yield* usesOf(coupon)).toBe(1)
      }),
    )

    it(
      "refuses a missing, expired or used-up coupon, and counts nothing",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { expiresAt: later(5), maxUses: 1 })
        const refusal = (asked: Partial<Coupon>, n: number, millis: number) =>
          Effect.map(Effect.flip(take({ ...coupon, ...asked }, n, millis)), (refused) =>
            "reason" in refused ? refused.reason : refused,
          )
        expect(yield* refusal({ company: other }, 1, 0)).toBe("absent")
        expect(yield* refusal({ code: CouponCode.make("NATAL") }, 1, 0)).toBe("absent")
        expect(yield* refusal({}, 1, 6)).toBe("expired")
        expect(yield* usesOf(coupon)).toBe(0)
        yield* take(coupon, 1, 5)
        expect(yield* refusal({}, 2, 5)).toBe("used_up")
        expect(yield* usesOf(coupon)).toBe(1)
        expect(yield* coupons.giveBack(company, order(2))).toBe(false)
      }),
    )

    it(
      "takes a use back once, and another order can take it",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 1 })
        yield* take(coupon, 1)
        expect([yield* coupons.giveBack(company, order(1)), yield* coupons.giveBack(company, order(1))]).toStrictEqual([
          true,
          false,
        ])
        expect(yield* usesOf(coupon)).toBe(0)
        expect((yield* take(coupon, 2)).uses).toBe(1)
      }),
    )

    it(
      "counts a returned use again once, even beyond limit and expiry, because late money arrived",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 1, expiresAt: later(0) })
        expect(yield* coupons.countAgain(company, order(1))).toBe(false)
        yield* take(coupon, 1)
        expect(yield* coupons.countAgain(company, order(1))).toBe(false)
        yield* coupons.giveBack(company, order(1))
        yield* take(coupon, 2)
        expect([
          yield* coupons.countAgain(company, order(1)),
          yield* coupons.countAgain(company, order(1)),
        ]).toStrictEqual([true, false])
        expect(yield* usesOf(coupon)).toBe(2)
        expect([yield* coupons.giveBack(company, order(1)), yield* usesOf(coupon)]).toStrictEqual([true, 1])
      }),
    )

    it(
      "counts a returned use again while the coupon can be used",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 1, expiresAt: later(5) })
        expect(yield* refusalOfAgain(company, 1, 0)).toBe("absent")
        yield* take(coupon, 1)
        yield* coupons.giveBack(company, order(1))
        yield* coupons.takeAgain(company, order(1), later(5))
        yield* coupons.takeAgain(company, order(1), later(5))
        expect(yield* usesOf(coupon)).toBe(1)
        yield* coupons.giveBack(company, order(1))
        expect(yield* refusalOfAgain(company, 1, 6)).toBe("expired")
        yield* take(coupon, 2)
        expect(yield* refusalOfAgain(company, 1, 0)).toBe("used_up")
        expect(yield* usesOf(coupon)).toBe(1)
        expect(yield* coupons.giveBack(company, order(1))).toBe(false)
      }),
    )

    it(
      "neither returns nor recounts a company's use because of another company's order with the same number",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const coupon = yield* storeCoupon(company)
        yield* storeCoupon(other)
        yield* take(coupon, 1)
        expect(yield* coupons.giveBack(other, order(1))).toBe(false)
        expect(yield* usesOf(coupon)).toBe(1)
        yield* coupons.giveBack(company, order(1))
        expect(yield* coupons.countAgain(other, order(1))).toBe(false)
        expect(yield* refusalOfAgain(other, 1, 0)).toBe("absent")
        expect(yield* usesOf(coupon)).toBe(0)
      }),
    )

    it(
      "keeps an order's use, even if the coupon can no longer be used",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 1, expiresAt: later(5) })
        yield* take(coupon, 1)
        yield* coupons.takeAgain(company, order(1), later(9))
        expect(yield* usesOf(coupon)).toBe(1)
        yield* coupons.remove(company, coupon.code)
        yield* coupons.takeAgain(company, order(1), later(9))
      }),
    )

    it(
      "counts a use again on its own coupon, not on the next one with that code",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const gone = yield* storeCoupon(company)
        yield* take(gone, 1)
        yield* coupons.giveBack(company, order(1))
        yield* coupons.remove(company, gone.code)
        const next = yield* storeCoupon(company)
        expect(yield* refusalOfAgain(company, 1, 0)).toBe("absent")
        expect(yield* usesOf(next)).toBe(0)
      }),
    )

    it(
      "limit: if orders take their returned uses again concurrently, no more than the limit succeed",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 1 })
        const numbers = Array.from({ length: 20 }, (_, n) => n + 1)
        for (const n of numbers) {
          yield* take(coupon, n)
          yield* coupons.giveBack(company, order(n))
        }
        // Two attempts of each order: a payer who asks twice holds one use only.
        const again = yield* Effect.forEach(
          [...numbers, ...numbers],
          (n) =>
            Effect.map(
              Effect.result(units.commit(coupons.takeAgain(company, order(n), later(0)))),
              (taken) => [n, taken] as const,
            ),
          { concurrency: "unbounded" },
        )
        const holders = new Set(again.flatMap(([n, taken]) => (Result.isSuccess(taken) ? [n] : [])))
        expect(holders.size).toBe(1)
        expect(yield* usesOf(coupon)).toBe(1)
      }),
    )

    it(
      "keeps the orders' uses if the terms change",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 3 })
        yield* take(coupon, 1)
        yield* take(coupon, 2)
        yield* coupons.save({ ...coupon, maxUses: 1 })
        const kept = Option.getOrNull(yield* coupons.find(company, coupon.code))
        expect(kept).toStrictEqual({ ...coupon, maxUses: 1, uses: 2 })
        yield* coupons.giveBack(company, order(1))
        expect(Result.isFailure(yield* Effect.result(take(coupon, 3)))).toBe(true)
      }),
    )

    it(
      "counts no use of a removed coupon on the next one with its code",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const gone = yield* storeCoupon(company)
        yield* take(gone, 1)
        yield* coupons.remove(company, gone.code)
        const next = yield* storeCoupon(company)
        expect(next.id).not.toBe(gone.id)
        yield* take(next, 2)
        yield* coupons.giveBack(company, order(1))
        expect(yield* usesOf(next)).toBe(1)
        yield* coupons.countAgain(company, order(1))
        expect(yield* usesOf(next)).toBe(1)
        expect((yield* take(next, 1)).uses).toBe(2)
      }),
    )

    it(
      "limit: however many take a coupon concurrently, no more than its limit succeed",
      Effect.gen(function* () {
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 5 })
        const taken = yield* Effect.forEach(
          Array.from({ length: 30 }, (_, n) => n + 1),
          (n) => Effect.result(units.commit(take(coupon, n))),
          { concurrency: "unbounded" },
        )
        expect(taken.filter(Result.isSuccess)).toHaveLength(5)
        expect(yield* usesOf(coupon)).toBe(5)
      }),
    )

    it(
      "counts an order once, and takes it back once, however often it asks concurrently",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company)
        const times = Array.from({ length: 10 }, (_, n) => n)
        yield* Effect.forEach(times, () => units.commit(take(coupon, 1)), { concurrency: "unbounded" })
        expect(yield* usesOf(coupon)).toBe(1)
        const given = yield* Effect.forEach(times, () => coupons.giveBack(company, order(1)), {
          concurrency: "unbounded",
        })
        expect(given.filter(Boolean)).toHaveLength(1)
        expect(yield* usesOf(coupon)).toBe(0)
      }),
    )

    it(
      "counts nothing in a unit that is rolled back",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 2 })
        yield* take(coupon, 1)
        const givenUp = (work: Effect.Effect<unknown, unknown, CouponRepository>) =>
          Effect.exit(units.commit(Effect.andThen(work, Effect.fail("given up"))))
        yield* givenUp(take(coupon, 2))
        yield* givenUp(coupons.giveBack(company, order(1)))
        expect(yield* usesOf(coupon)).toBe(1)
        expect(yield* coupons.giveBack(company, order(2))).toBe(false)
        expect(yield* coupons.giveBack(company, order(1))).toBe(true)
        yield* givenUp(coupons.countAgain(company, order(1)))
        yield* givenUp(coupons.takeAgain(company, order(1), later(0)))
        expect(yield* usesOf(coupon)).toBe(0)
      }),
    )

    law(
      "count: a coupon's uses are the orders whose use counts, in whatever order they take and return it",
      fc.array(
        fc.tuple(fc.constantFrom("take", "takeAgain", "giveBack", "countAgain"), fc.integer({ min: 1, max: 4 })),
        {
          maxLength: 20,
        },
      ),
      Effect.fnUntraced(function* (steps) {
        const coupons = yield* CouponRepository
        const { id: company } = yield* storeCompany()
        const coupon = yield* storeCoupon(company, { maxUses: 2 })
        const counted = new Map<number, boolean>()
        const countedNow = () => [...counted.values()].filter(Boolean).length
        for (const [step, n] of steps) {
          if (step === "take" || step === "takeAgain") {
            const isAgain = step === "takeAgain"
            const taking = isAgain ? coupons.takeAgain(company, order(n), later(0)) : Effect.asVoid(take(coupon, n))
            const isTaken = Result.isSuccess(yield* Effect.result(taking))
            expect(isTaken).toBe(counted.get(n) === true || (countedNow() < 2 && (!isAgain || counted.has(n))))
            if (isTaken) counted.set(n, true)
          } else {
            const isCounted = step === "countAgain"
            const isTurned = yield* coupons[isCounted ? "countAgain" : "giveBack"](company, order(n))
            expect(isTurned).toBe(counted.get(n) === !isCounted)
            if (isTurned) counted.set(n, isCounted)
          }
          expect(yield* usesOf(coupon)).toBe(countedNow())
        }
      }),
    )

    ownedEntriesContract<Coupon, CouponRepository>(store, {
      add: (company, n) => storeCoupon(company, { code: CouponCode.make(`CUPOM${n}`) }),
      changed: (coupon) =>
        Effect.succeed({
          ...coupon,
          discount: { _tag: "amount", amount: centavos(1) },
          expiresAt: later(9),
          maxUses: 1,
        }),
      grown: (coupon) => ({ ...coupon, maxUses: (coupon.maxUses ?? 0) + 1 }),
      find: ({ company, code }) => Effect.flatMap(CouponRepository, (coupons) => coupons.find(company, code)),
      list: (company, page) => Effect.flatMap(CouponRepository, (coupons) => coupons.list(company, page)),
      save: (coupon) => Effect.flatMap(CouponRepository, (coupons) => coupons.save(coupon)),
      remove: ({ company, code }) => Effect.flatMap(CouponRepository, (coupons) => coupons.remove(company, code)),
    })
  })
}

type NewCoupon = Omit<Coupon, "id" | "uses">

const exampleCoupon = (company: CompanyId, overrides: Partial<NewCoupon> = {}): NewCoupon => ({
  company,
  code: CouponCode.make("Natal10"),
  discount: { _tag: "percent", percent: CouponPercent.make(1_000) },
  expiresAt: null,
  maxUses: null,
  createdAt: later(0),
  ...overrides,
})

const storeCoupon = Effect.fnUntraced(function* (company: CompanyId, overrides: Partial<NewCoupon> = {}) {
  const coupons = yield* CouponRepository
  return yield* Effect.fromOption(yield* coupons.add(exampleCoupon(company, overrides)))
})

const order = (n: number): OrderNumber => numberedOrder(n).number

/** The order with this number takes a coupon. */
const take = ({ company, code }: Pick<Coupon, "company" | "code">, n: number, millis = 0) =>
  Effect.flatMap(CouponRepository, (coupons) => coupons.take({ company, code, order: order(n), at: later(millis) }))

/** Why the company's order with this number cannot take its coupon again. */
const refusalOfAgain = (company: CompanyId, n: number, millis: number) =>
  Effect.flatMap(CouponRepository, (coupons) =>
    Effect.map(Effect.flip(coupons.takeAgain(company, order(n), later(millis))), (refused) =>
      "reason" in refused ? refused.reason : refused,
    ),
  )

const usesOf = ({ company, code }: Coupon) =>
  Effect.flatMap(CouponRepository, (coupons) =>
    Effect.map(coupons.find(company, code), (found) => Option.getOrThrow(found).uses),
  )
