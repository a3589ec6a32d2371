import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { InstallmentCount, installmentsMax } from "../installments/installment-count.ts"
import { Method } from "../method/method.ts"
import { demoFeeSchedule } from "./demo-fee-schedule.ts"
import { FeeSchedule, feeTermsOf } from "./fee-schedule.ts"

const withBrackets = (upTo: ReadonlyArray<number>) =>
  Schema.decodeUnknownResult(FeeSchedule)({
    ...demoFeeSchedule,
    credit: upTo.map((count) => ({ upTo: count, percent: 300, fixed: 0 })),
  })

const credit = (installments: number) => Method.cases.credit.make({ installments: InstallmentCount.make(installments) })

describe("FeeSchedule", () => {
  it.each([{ upTo: [12] }, { upTo: [1, 6, 12] }, { upTo: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }])(
    "accepts brackets $upTo",
    ({ upTo }) => {
      expect(Result.isSuccess(withBrackets(upTo))).toBe(true)
    },
  )

  it.each([
    { upTo: [], why: "there is none" },
    { upTo: [1, 6], why: "seven installments have no terms" },
    { upTo: [6, 1, 12], why: "they descend" },
    { upTo: [1, 6, 6, 12], why: "six has two terms" },
    { upTo: [0, 12], why: "nobody pays in no installments" },
    { upTo: [1, 13], why: "nobody pays in thirteen" },
    { upTo: [12, 12], why: "the last repeats" },
  ])("refuses brackets $upTo: $why", ({ upTo }) => {
    expect(Result.isFailure(withBrackets(upTo))).toBe(true)
  })

  it.each(["pix", "bank_slip"] as const)("refuses a rate of 100 %% for %s: nothing would remain", (method) => {
    const impossible = { ...demoFeeSchedule, [method]: { percent: 10_000, fixed: 0 } }
    expect(Result.isFailure(Schema.decodeResult(FeeSchedule)(impossible))).toBe(true)
  })

  it("refuses interest of 100 % a month", () => {
    const impossible = { ...demoFeeSchedule, interest: 10_000 }
    expect(Result.isFailure(Schema.decodeResult(FeeSchedule)(impossible))).toBe(true)
  })
})

describe("feeTermsOf", () => {
  it("uses the first bracket that covers the installments for credit", () => {
    const percents = Array.from(
      { length: installmentsMax },
      (_, at) => feeTermsOf(credit(at + 1), demoFeeSchedule).percent,
    )
    expect(percents).toEqual([399, 949, 949, 949, 949, 949, 1_599, 1_599, 1_599, 1_599, 1_599, 1_599])
  })

  it("uses the terms of Pix for a Pix, and those of the slip for a slip", () => {
    expect(feeTermsOf(Method.cases.pix.make({}), demoFeeSchedule)).toEqual({ percent: 99, fixed: 0 })
    expect(feeTermsOf(Method.cases.bank_slip.make({}), demoFeeSchedule)).toEqual({ percent: 0, fixed: 349 })
  })
})
