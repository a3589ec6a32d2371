// Coupons in the administration: every limit from both sides, and the meaning of missing and null.
import { Coupon } from "@vintem/domain/catalogue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { bodyOf, readBody } from "../input/codec.ts"
import type { InvalidFields } from "../input/fault.ts"
import { invalid } from "../invalid.ts"
import { CouponView, couponBody, couponChangeBody, couponCodeTaken, couponView } from "./coupon.ts"

const decodeCoupon = bodyOf(couponBody)
const decodeCouponChange = (body: unknown, code: string) => readBody(couponChangeBody, body, { code })

const errorsOf = (decoded: Result.Result<unknown, InvalidFields>): Record<string, unknown> =>
  Result.isSuccess(decoded) ? {} : { ...invalid(decoded.failure).response.errors }

const body = { code: "NATAL10", percent: 10 }
const lastOf2026 = Date.UTC(2027, 0, 1, 3) - 1
const isNoCode = "may have letters, digits and . _ % + - only, and must have a letter or digit."
const isNoDeadline = "must be a date as YYYY-MM-DD or a time as YYYY-MM-DD HH:MM:SS."

describe("couponBody", () => {
  it("needs a code and one of percent and amount", () => {
    const unlimited = { code: "NATAL10", expiresAt: null, maxUses: null }
    expect(decodeCoupon(body)).toEqual(Result.succeed({ ...unlimited, discount: { _tag: "percent", percent: 1_000 } }))
    expect(decodeCoupon({ code: " Natal10 ", percent: null, amount: "15.5" })).toEqual(
      Result.succeed({ ...unlimited, code: "Natal10", discount: { _tag: "amount", amount: 1_550 } }),
    )
  })

  it("reads its expiry and its limit", () => {
    expect(decodeCoupon({ ...body, expires_at: "2026-12-31", max_uses: "7" })).toMatchObject({
      success: { expiresAt: lastOf2026, maxUses: 7 },
    })
  })

  it.each([
    ["code", "x".repeat(64), "x".repeat(65), "may not be longer than 64 characters."],
    ["code", "promoção_10%", "promoção 10", isNoCode],
    ["code", "7", "---", isNoCode],
    ["code", "Á", " ", "field is required."],
    ["percent", 0.01, 0, "must be at least 0.01."],
    ["percent", "100.00", 100.01, "may not be more than 100.00."],
    ["percent", 33.33, 33.333, "may not have more than two decimals."],
    ["percent", 1, "ten", "must be a number."],
    ["expires_at", null, "31/12/2026", isNoDeadline],
    ["max_uses", 1, 0, "must be between 1 and 999999999."],
    ["max_uses", 999_999_999, 1_000_000_000, "must be between 1 and 999999999."],
    ["max_uses", null, 1.5, "must be an integer."],
  ])("%s accepts %j and refuses %j", (name, good, bad, predicate) => {
    expect(errorsOf(decodeCoupon({ ...body, [name]: good }))).toEqual({})
    expect(errorsOf(decodeCoupon({ ...body, [name]: bad }))).toEqual({ [name]: [`The ${name} ${predicate}`] })
  })

  it.each([
    [0.01, {}],
    ["99999999999.99", {}],
    [0, { amount: ["The amount must be at least 0.01."] }],
    [-1, { amount: ["The amount must be at least 0.01."] }],
    [1e11, { amount: ["The amount must be below 100000000000.00."] }],
  ])("checks the amount %j", (amount, errors) => {
    expect(errorsOf(decodeCoupon({ code: "NATAL10", amount }))).toEqual(errors)
  })

  it("requires exactly one of percent and amount", () => {
    expect(errorsOf(decodeCoupon({ ...body, amount: 1 }))).toEqual({
      amount: ["The amount may not be given together with percent."],
    })
    expect(errorsOf(decodeCoupon({ code: "NATAL10" }))).toEqual({ percent: ["The percent field is required."] })
  })

  it("reports every fault at once", () => {
    const faults = { amount: "x", expires_at: 1, max_uses: "many" }
    expect(Object.keys(errorsOf(decodeCoupon(faults)))).toEqual(["code", "amount", "expires_at", "max_uses"])
    expect(Object.keys(errorsOf(decodeCoupon({ max_uses: 0 })))).toEqual(["code", "percent", "max_uses"])
    expect(errorsOf(decodeCoupon("NATAL10"))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("couponChangeBody", () => {
  it.each([
    [{}, {}],
    [{ percent: "", amount: null, expires_at: "", max_uses: " " }, {}],
    [{ percent: 5 }, { discount: { _tag: "percent", percent: 500 } }],
    [{ amount: 5 }, { discount: { _tag: "amount", amount: 500 } }],
    [
      { expires_at: null, max_uses: null },
      { expiresAt: null, maxUses: null },
    ],
    [
      { expires_at: "2026-12-31 23:59:59", max_uses: 3 },
      { expiresAt: lastOf2026, maxUses: 3 },
    ],
    [{ code: "natal10", uses: 0, created_at: "x" }, {}],
  ])("for %j reads %j", (change, read) => {
    expect(decodeCouponChange(change, "NATAL10")).toEqual(Result.succeed(read))
  })

  it("reports every fault at once, including another code", () => {
    const faults = { code: "NATAL", percent: 1, amount: 1, max_uses: 0 }
    expect(errorsOf(decodeCouponChange(faults, "NATAL10"))).toEqual({
      code: ["The code may not be changed."],
      amount: ["The amount may not be given together with percent."],
      max_uses: ["The max_uses must be between 1 and 999999999."],
    })
    expect(errorsOf(decodeCouponChange({ code: 10 }, "NATAL10"))).toEqual({ code: ["The code may not be changed."] })
    expect(errorsOf(decodeCouponChange([], "NATAL10"))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("couponView", () => {
  const coupon = Schema.decodeSync(Coupon)({
    id: 3,
    company: 1,
    code: "Natal10",
    discount: { _tag: "percent", percent: 1_250 },
    expiresAt: lastOf2026,
    maxUses: 7,
    uses: 2,
    createdAt: Date.UTC(2026, 10, 21, 13),
  })
  const shown = {
    code: "Natal10",
    percent: 12.5,
    amount: null,
    expires_at: "2026-12-31 23:59:59",
    max_uses: 7,
    uses: 2,
    created_at: "2026-11-21 10:00:00",
  }

  it("shows every field, including empty ones", () => {
    expect(couponView(coupon)).toEqual(shown)
    const other = Schema.decodeSync(Coupon)({
      ...coupon,
      discount: { _tag: "amount", amount: 1_550 },
      expiresAt: null,
      maxUses: null,
    })
    expect(couponView(other)).toEqual({ ...shown, percent: null, amount: 15.5, expires_at: null, max_uses: null })
    expect(Schema.is(CouponView)(couponView(other))).toBe(true)
  })

  it("can be sent back without changing anything", () => {
    const change = Result.getOrThrow(decodeCouponChange(shown, coupon.code))
    expect({ ...coupon, ...change }).toEqual(coupon)
  })

  it("has its own name", () => {
    expect(invalid(couponCodeTaken()).response.errors).toEqual({ code: ["The code is another coupon's."] })
  })
})
