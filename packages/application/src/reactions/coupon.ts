/**
 * Updates the use of a coupon with its order: an abandoned order returns its use, and one that is paid later has it counted again.
 *
 * A further attempt of an order that was given up takes the use within the limit: `retakeCoupon` does, if the attempt starts.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { CouponCode, CouponRefusal } from "@vintem/domain/catalogue"
import { isConfirmed, isGivenUp, type Order } from "@vintem/domain/order"
import { CouponRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Write } from "./write.ts"

/** Why an order cannot be charged at the price that its coupon gave it. */
export interface CouponUnusable {
  readonly code: CouponCode
  readonly reason: CouponRefusal
}

/** What becomes of the use of its coupon. Writing it again changes nothing. */
export const couponWrites = (order: Order): ReadonlyArray<Write> => {
  const { company, coupon, number } = order.details
  if (coupon === undefined) return []
  if (isGivenUp(order)) return [{ _tag: "GiveBackCoupon", company, order: number }]
  return isConfirmed(order) ? [{ _tag: "CountCouponAgain", company, order: number }] : []
}

/**
 * Part of the unit that starts a further attempt: the order uses its coupon again, if it gave the use back.
 *
 * @returns why it cannot, and then nothing was written; null if it can, or if the order has no coupon
 */
export const retakeCoupon = Effect.fnUntraced(function* (
  { details: { company, coupon, number } }: Order,
  at: Instant,
): Effect.fn.Return<CouponUnusable | null, StorageUnavailable, CouponRepository> {
  if (coupon === undefined) return null
  const coupons = yield* CouponRepository
  return yield* coupons.takeAgain(company, number, at).pipe(
    Effect.as(null),
    Effect.catchTag("CouponRefused", ({ reason }) => Effect.succeed<CouponUnusable>({ code: coupon.code, reason })),
  )
})
