/**
 * Updates the use of a coupon with its order: an abandoned order returns its use, and one that is paid later has it counted again.
 *
 * A further attempt of an order that was given up takes the use within the limit: see `payOrder`.
 */
import type { CouponCode, CouponRefusal } from "@vintem/domain/catalogue"
import { isConfirmed, isGivenUp, type Order } from "@vintem/domain/order"
import type { Consequence } from "./consequence.ts"

/** Why an order cannot be charged at the price that its coupon gave it. */
export interface CouponUnusable {
  readonly code: CouponCode
  readonly reason: CouponRefusal
}

/** The change of its coupon's use. Writing it again changes nothing. */
export const couponWrites = (order: Order): ReadonlyArray<Consequence> => {
  const { company, coupon, number } = order.details
  if (coupon === undefined) return []
  if (isGivenUp(order)) return [{ _tag: "GiveBackCoupon", company, order: number }]
  return isConfirmed(order) ? [{ _tag: "CountCouponAgain", company, order: number }] : []
}
