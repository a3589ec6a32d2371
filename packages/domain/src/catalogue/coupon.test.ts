// The value of a coupon, and when it can be used.
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { centavos } from "../money/centavos.ts"
import { rawTextMax } from "../text/raw-text.ts"
import {
  Coupon,
  CouponCode,
  CouponDiscount,
  CouponRefusal,
  couponCodeMax,
  couponKey,
  couponValue,
  usableCoupon,
} from "./coupon.ts"

const decodeDiscount = Schema.decodeUnknownSync(CouponDiscount)
const percent = (basisPoints: number) => decodeDiscount({ _tag: "percent", percent: basisPoints })
const amount = (off: number) => decodeDiscount({ _tag: "amount", amount: off })

describe("couponValue", () => {
  it.each([
    [percent(1_000), 9_990, 999],
    [percent(1_000), 5, 1],
    [percent(1_000), 4, 0],
    [percent(3_333), 150, 50],
    [percent(10_000), 9_999_999_999_999, 9_999_999_999_999],
    [percent(1), 49, 0],
    [percent(1), 5_000, 1],
    [amount(1_000), 9_990, 1_000],
    [amount(1_000), 1_000, 1_000],
    [amount(1_000), 999, 999],
    [amount(1_000), 0, 0],
    [amount(1_000), -500, 0],
    [percent(10_000), -500, 0],
  ])("for %j on %i centavos is %i", (discount, sum, value) => {
    expect(couponValue(discount, centavos(sum))).toBe(value)
  })
})

describe("a coupon's terms", () => {
  it.each([
    ["percent", [0, 1, 10_000, 10_001, 0.5], [false, true, true, false, false]],
    ["amount", [0, 1, 9_999_999_999_999, 10_000_000_000_000, -1], [false, true, true, false, false]],
  ])("bound the %s", (tag, values, judged) => {
    expect(values.map((value) => Schema.is(CouponDiscount)({ _tag: tag, [tag]: value }))).toEqual(judged)
  })
})

describe("a coupon's code", () => {
  it.each([
    ["NATAL10", true],
    ["promoção-10%", true],
    ["a", true],
    ["7", true],
    ["x".repeat(64), true],
    ["x".repeat(65), false],
    ["ẞ".repeat(64), true],
    ["", false],
    ["NATAL 10", false],
    ["NATAL/10", false],
    ["..", false],
    ["natal\u200B10", false],
    ["promoc\u0327a\u0303o", false],
    ["日本", false],
  ])("may be %j: %s", (code, isCode) => {
    expect(Schema.is(CouponCode)(code)).toBe(isCode)
  })

  it("is equal for every spelling of it", () => {
    const typed = ["PROMOÇÃO10", " promoção10 ", "PromoC\u0327a\u0303o10"]
    expect(new Set(typed.map(couponKey))).toEqual(new Set(["promoção10"]))
    expect(couponKey("promocao10")).not.toBe("promoção10")
  })
})

describe("usableCoupon", () => {
  const coupon = Schema.decodeSync(Coupon)({
    id: 1,
    company: 1,
    code: "NATAL10",
    discount: { _tag: "percent", percent: 1_000 },
    expiresAt: 1_000,
    maxUses: 2,
    uses: 2,
    createdAt: 0,
  })

  const rows = [
    // found                              at     refusal
    [null, 1_001, "absent"],
    [coupon, 1_001, "expired"],
    [coupon, 1_000, "used_up"],
    [{ ...coupon, uses: 3 }, 1_000, "used_up"],
    [{ ...coupon, uses: 1 }, 1_000, null],
    [{ ...coupon, maxUses: null }, 1_000, null],
    [{ ...coupon, expiresAt: null, uses: 1 }, 1_001, null],
  ] as const

  it.each(rows)("for %j at %i: %s", (found, at, refusal) => {
    const judged = usableCoupon(Option.fromNullOr(found), instant(at))
    expect(Result.isFailure(judged) ? judged.failure.reason : null).toBe(refusal)
    if (Result.isSuccess(judged)) expect(judged.success).toBe(found)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect([...new Set(rows.flatMap((row) => row[2] ?? []))]).toEqual(CouponRefusal.literals)
  })
})

describe("CouponCode", () => {
  it("is composed: a letter with an additional mark is refused", () => {
    expect(Schema.is(CouponCode)("\u00C51")).toBe(true)
    expect(Schema.is(CouponCode)("\u212B1")).toBe(false)
  })
})

describe("couponKey", () => {
  it("accepts as much white space around a code as a text may have", () => {
    expect(couponKey("NATAL10".padEnd(rawTextMax(couponCodeMax)))).toBe("natal10")
  })

  it("leaves a text unchanged if it is too long, or has too many marks, for any code", () => {
    for (const text of ["A".repeat(10_000), `A${"\u0301".repeat(40)}`]) expect(couponKey(text)).toBe(text)
  })
})
