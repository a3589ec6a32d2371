/**
 * Keeps the use of a coupon in step with its order: one that is not paid gives its use back, one that is paid after all takes it
 * again.
 */
import { CouponRepository, type Order, type OrderStatus, statusOf } from "@vintem/domain"
import { Effect } from "effect"

/** Statuses of orders that nobody pays any more, unless money comes late. */
const isGivenUp: ReadonlySet<OrderStatus> = new Set(["unpaid", "canceled"])

/** Part of a unit: saying the same again changes nothing. */
export const keepCoupon = Effect.fnUntraced(function* (order: Order) {
  if (order.details.coupon === undefined) return
  const coupons = yield* CouponRepository
  const { number } = order.details
  if (isGivenUp.has(statusOf(order))) yield* coupons.giveBack(number)
  else yield* coupons.countAgain(number)
})
