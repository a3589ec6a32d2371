/**
 * Coupons in memory, and which orders use them.
 */
import {
  type CompanyId,
  type Coupon,
  CouponId,
  CouponRepository,
  couponKey,
  type OrderNumber,
  usableCoupon,
} from "@vintem/domain"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  CouponRepository,
  Effect.gen(function* () {
    const { companies, couponByKey, coupons, couponUses } = yield* Tables

    const keyOf = (company: CompanyId, code: string): string => compositeKey(company, couponKey(code))

    const byCode = (company: CompanyId, code: string): Coupon | undefined => {
      const id = couponByKey.get(keyOf(company, code))
      return id === undefined ? undefined : coupons.get(id)
    }

    /** Counts a use or uncounts it; a removed coupon has nothing to be counted on. */
    const countBy = (id: CouponId, more: number): void => {
      const coupon = coupons.get(id)
      if (coupon !== undefined) coupons.put(id, { ...coupon, uses: coupon.uses + more })
    }

    /** Turns an order's use from one state into the other, where it is not there yet. */
    const turn = (order: OrderNumber, isCounted: boolean): boolean => {
      const use = couponUses.get(order)
      if (use === undefined || use.isCounted === isCounted) return false
      couponUses.put(order, { ...use, isCounted })
      countBy(use.coupon, isCounted ? 1 : -1)
      return true
    }

    return CouponRepository.of({
      add: (details) =>
        Effect.sync(() => {
          const { company, code } = details
          if (byCode(company, code) !== undefined) return Option.none()
          requireAll([["coupon.company exists", companies.has(company)]])
          const coupon = { id: CouponId.make(coupons.size + 1), ...details, uses: 0 }
          coupons.put(coupon.id, coupon)
          couponByKey.put(keyOf(company, code), coupon.id)
          return Option.some(coupon)
        }),

      find: (company, code) => Effect.sync(() => Option.fromUndefinedOr(byCode(company, code))),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            coupons.newestFirst().filter((coupon) => coupon.company === company),
            page,
          ),
        ),

      save: ({ company, discount, expiresAt, id, maxUses }) =>
        Effect.sync(() => {
          const kept = coupons.get(id)
          if (kept?.company !== company) return false
          coupons.put(id, { ...kept, discount, expiresAt, maxUses })
          return true
        }),

      remove: (company, code) =>
        Effect.sync(() => {
          const coupon = byCode(company, code)
          if (coupon === undefined) return false
          coupons.remove(coupon.id)
          couponByKey.remove(keyOf(company, code))
          return true
        }),

      take: ({ at, code, company, order }) =>
        Effect.suspend(() => {
          const use = couponUses.get(order)
          const taken = use === undefined ? undefined : coupons.get(use.coupon)
          if (taken !== undefined) return Effect.succeed(taken)
          const usable = usableCoupon(Option.fromUndefinedOr(byCode(company, code)), at)
          if (Result.isFailure(usable)) return Effect.fail(usable.failure)
          const { id, uses } = usable.success
          couponUses.put(order, { coupon: id, isCounted: true })
          countBy(id, 1)
          return Effect.succeed({ ...usable.success, uses: uses + 1 })
        }),

      giveBack: (order) => Effect.sync(() => turn(order, false)),

      countAgain: (order) => Effect.sync(() => turn(order, true)),
    })
  }),
)
