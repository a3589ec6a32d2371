/** Coupons in memory, and the orders that use them. */
import type { Instant } from "@vintem/domain/calendar"
import { type Coupon, CouponId, couponKey, usableCoupon } from "@vintem/domain/catalogue"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { CouponRepository } from "@vintem/domain/ports"
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
    const { companies, couponByKey, coupons, couponUses, keptUses } = yield* Tables

    const keyOf = (company: CompanyId, code: string): string => compositeKey(company, couponKey(code))

    const byCode = (company: CompanyId, code: string): Coupon | undefined => {
      const id = couponByKey.get(keyOf(company, code))
      return id === undefined ? undefined : coupons.get(id)
    }

    /** Counts a use or uncounts it; does nothing for a removed coupon. */
    const countBy = (id: CouponId, more: number): void => {
      const coupon = coupons.get(id)
      if (coupon !== undefined) coupons.put(id, { ...coupon, uses: coupon.uses + more })
    }

    /** Sets if an order's use counts. @returns true if that changed */
    const setCounted = (company: CompanyId, order: OrderNumber, isCounted: boolean): boolean => {
      const use = couponUses.get(compositeKey(company, order))
      if (use === undefined || use.isCounted === isCounted) return false
      couponUses.put(compositeKey(company, order), { ...use, isCounted })
      countBy(use.coupon, isCounted ? 1 : -1)
      const kept = keptUses.get(use.coupon)
      if (!isCounted && kept !== undefined) keptUses.put(use.coupon, Math.min(kept, usesOf(use.coupon)))
      return true
    }

    const usesOf = (id: CouponId): number => coupons.get(id)?.uses ?? 0

    /** Counts a use of the order, new or released, if the coupon can be used. */
    const counted = (found: Coupon | undefined, company: CompanyId, order: OrderNumber, at: Instant) => {
      const usable = usableCoupon(Option.fromUndefinedOr(found), at)
      if (Result.isFailure(usable)) return Effect.fail(usable.failure)
      const { id, uses } = usable.success
      couponUses.put(compositeKey(company, order), { order, coupon: id, isCounted: true })
      countBy(id, 1)
      return Effect.succeed({ ...usable.success, uses: uses + 1 })
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
          const isLowered = maxUses !== null && (kept.maxUses === null || maxUses < kept.maxUses)
          if (isLowered) keptUses.put(id, kept.uses)
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
          const use = couponUses.get(compositeKey(company, order))
          const known = use === undefined ? undefined : coupons.get(use.coupon)
          if (use?.isCounted === true && known !== undefined) return Effect.succeed(known)
          return counted(known ?? byCode(company, code), company, order, at)
        }),

      takeAgain: (company, order, at) =>
        Effect.suspend(() => {
          const use = couponUses.get(compositeKey(company, order))
          if (use?.isCounted === true) return Effect.void
          return Effect.asVoid(counted(use === undefined ? undefined : coupons.get(use.coupon), company, order, at))
        }),

      giveBack: (company, order) => Effect.sync(() => setCounted(company, order, false)),

      countAgain: (company, order) => Effect.sync(() => setCounted(company, order, true)),
    })
  }),
)
