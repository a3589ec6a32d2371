// Laws of every coupon's value.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { centavos, centavosMax } from "../money/centavos.ts"
import { CouponDiscount, CouponPercent, couponValue } from "./coupon.ts"

const sums = fc.integer({ min: -centavosMax, max: centavosMax }).map(centavos)
const percents = fc.integer({ min: 1, max: 10_000 }).map((percent) => CouponPercent.make(percent))
const decode = Schema.decodeSync(CouponDiscount)
const discounts = fc.oneof(
  percents.map((percent) => decode({ _tag: "percent", percent })),
  fc.integer({ min: 1, max: centavosMax }).map((amount) => decode({ _tag: "amount", amount })),
)

describe("couponValue", () => {
  it("bounds: never takes off more than there is, and never adds", () => {
    fc.assert(
      fc.property(discounts, sums, (discount, sum) => {
        const value = couponValue(discount, sum)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(Math.max(0, sum))
      }),
    )
  })

  it("nearness: a percentage is rounded to the nearest centavo, and a tie favours the payer", () => {
    fc.assert(
      fc.property(percents, fc.integer({ min: 0, max: centavosMax }).map(centavos), (percent, sum) => {
        const twice = 2n * BigInt(couponValue(decode({ _tag: "percent", percent }), sum)) * 10_000n
        const error = twice - 2n * BigInt(sum) * BigInt(percent)
        expect(error <= 10_000n && error > -10_000n).toBe(true)
      }),
    )
  })

  it("monotony: takes at least as much off a larger sum", () => {
    fc.assert(
      fc.property(discounts, sums, sums, (discount, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(couponValue(discount, less)).toBeLessThanOrEqual(couponValue(discount, more))
      }),
    )
  })
})
