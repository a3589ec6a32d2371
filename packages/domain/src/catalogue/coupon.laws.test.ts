// What holds of every coupon's value.
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
  it("bounds: nothing is taken off that is not there, and nothing is put on", () => {
    fc.assert(
      fc.property(discounts, sums, (discount, sum) => {
        const value = couponValue(discount, sum)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(Math.max(0, sum))
      }),
    )
  })

  it("nearness: a share is half a centavo at most from its exact value, and a tie goes to the payer", () => {
    fc.assert(
      fc.property(percents, fc.integer({ min: 0, max: centavosMax }).map(centavos), (percent, sum) => {
        const twice = 2n * BigInt(couponValue(decode({ _tag: "percent", percent }), sum)) * 10_000n
        const error = twice - 2n * BigInt(sum) * BigInt(percent)
        expect(error <= 10_000n && error > -10_000n).toBe(true)
      }),
    )
  })

  it("monotony: of more, no less is taken off", () => {
    fc.assert(
      fc.property(discounts, sums, sums, (discount, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(couponValue(discount, less)).toBeLessThanOrEqual(couponValue(discount, more))
      }),
    )
  })
})
