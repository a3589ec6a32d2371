import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { InstallmentCount } from "../installments/installment-count.ts"
import { Method } from "../method/method.ts"
import { centavos, centavosMax } from "../money/centavos.ts"
import { demoFeeSchedule } from "./demo-fee-schedule.ts"
import { FeeMode } from "./fee-mode.ts"
import { Quote, QuoteReason, QuoteRefused, quote } from "./quote.ts"

const pix = Method.cases.pix.make({})
const slip = Method.cases.bank_slip.make({})
const credit = (installments: number) => Method.cases.credit.make({ installments: InstallmentCount.make(installments) })

/** The amounts on a statement: the first installment, and the others with their count. */
const times = (first: number, others = 0, each = 0) => [first, ...Array.from({ length: others }, () => each)]

describe("quote, for R$ 100,00 with the demo's fees", () => {
  const rows = [
    // plan  method      mode                charged  fee    net     installments
    ["pix", pix, "none", 10_000, 99, 9_901, times(10_000)],
    ["pix", pix, "interest", 10_000, 99, 9_901, times(10_000)],
    ["pix", pix, "customer_pay_fee", 10_100, 100, 10_000, times(10_100)],
    ["slip", slip, "none", 10_000, 349, 9_651, times(10_000)],
    ["slip", slip, "interest", 10_000, 349, 9_651, times(10_000)],
    ["slip", slip, "customer_pay_fee", 10_349, 349, 10_000, times(10_349)],
    ["1x", credit(1), "none", 10_000, 438, 9_562, times(10_000)],
    ["1x", credit(1), "interest", 10_000, 438, 9_562, times(10_000)],
    ["1x", credit(1), "customer_pay_fee", 10_456, 456, 10_000, times(10_456)],
    ["2x", credit(2), "none", 10_000, 988, 9_012, times(5_000, 1, 5_000)],
    ["2x", credit(2), "interest", 10_450, 1_031, 9_419, times(5_225, 1, 5_225)],
    ["2x", credit(2), "customer_pay_fee", 11_092, 1_092, 10_000, times(5_546, 1, 5_546)],
    ["3x", credit(3), "none", 10_000, 988, 9_012, times(3_334, 2, 3_333)],
    ["3x", credit(3), "interest", 10_605, 1_045, 9_560, times(3_535, 2, 3_535)],
    ["3x", credit(3), "customer_pay_fee", 11_092, 1_092, 10_000, times(3_698, 2, 3_697)],
    ["6x", credit(6), "none", 10_000, 988, 9_012, times(1_670, 5, 1_666)],
    ["6x", credit(6), "interest", 11_070, 1_090, 9_980, times(1_845, 5, 1_845)],
    ["6x", credit(6), "customer_pay_fee", 11_092, 1_092, 10_000, times(1_852, 5, 1_848)],
    ["12x", credit(12), "none", 10_000, 1_638, 8_362, times(837, 11, 833)],
    ["12x", credit(12), "interest", 12_048, 1_965, 10_083, times(1_004, 11, 1_004)],
    ["12x", credit(12), "customer_pay_fee", 11_950, 1_950, 10_000, times(1_005, 11, 995)],
  ] as const

  it.each(rows)("%s %o %s: charged %i, fee %i, net %i", (_plan, method, feeMode, charged, fee, net, installments) => {
    const amount = centavos(10_000)
    const plan = Result.getOrThrow(quote({ amount, method, feeMode, fees: demoFeeSchedule }))
    expect(plan).toMatchObject({ method, amount, charged, fee, net, installments })
    const interest = feeMode === "interest" ? charged - amount : 0
    expect(plan.interest).toBe(interest)
    expect([plan.monthlyRate, plan.effectiveAnnualRate]).toEqual(interest > 0 ? [299, 4_241] : [0, 0])
  })

  it("has a row for every fee mode", () => {
    expect(new Set(rows.map(([, , feeMode]) => feeMode))).toEqual(new Set(FeeMode.literals))
  })
})

describe("quote", () => {
  it("lets a slip of R$ 1,00 cost the company more than it brings", () => {
    const plan = quote({ amount: centavos(100), method: slip, feeMode: "none", fees: demoFeeSchedule })
    expect(Result.getOrThrow(plan)).toMatchObject({ charged: 100, fee: 349, net: -249 })
  })

  it("shows no rate if rounding removed the interest", () => {
    const plan = quote({ amount: centavos(13), method: credit(12), feeMode: "interest", fees: demoFeeSchedule })
    expect(Result.getOrThrow(plan)).toMatchObject({ charged: 13, interest: 0, monthlyRate: 0, effectiveAnnualRate: 0 })
  })

  it("divides 12 centavos in twelve", () => {
    const plan = quote({ amount: centavos(12), method: credit(12), feeMode: "none", fees: demoFeeSchedule })
    expect(Result.getOrThrow(plan).installments).toEqual(times(1, 11, 1))
  })

  const refusals = [
    // amount     method      mode                reason
    [0, credit(12), "none", "amount_too_small"],
    [-1, credit(12), "customer_pay_fee", "amount_too_small"],
    [11, credit(12), "none", "too_many_installments"],
    [1, credit(3), "interest", "too_many_installments"],
    [9_999, credit(2), "none", "installment_too_small"],
    [10_000, credit(2), "none", null],
    [9_600, credit(2), "interest", null],
    [9_600, credit(3), "interest", "installment_too_small"],
    [9_100, credit(2), "customer_pay_fee", null],
    [4_999, credit(1), "none", null],
    [4_999, pix, "none", null],
    [centavosMax, credit(12), "interest", "out_of_range"],
    [centavosMax, credit(12), "customer_pay_fee", "out_of_range"],
    [centavosMax, credit(12), "none", null],
  ] as const

  it.each(refusals)("for %i by %o, %s, in installments of at least R$ 50,00: %s", (amount, method, feeMode, reason) => {
    const minimumInstallment = centavos(5_000)
    const result = quote({ amount: centavos(amount), method, feeMode, fees: demoFeeSchedule, minimumInstallment })
    expect(Result.getOrNull(Result.flip(result))).toEqual(reason === null ? null : new QuoteRefused({ reason }))
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect([...new Set(refusals.flatMap((row) => row[3] ?? []))]).toEqual(QuoteReason.literals)
  })
})

describe("Quote", () => {
  const stored = Result.getOrThrow(
    quote({ amount: centavos(10_000), method: credit(3), feeMode: "interest", fees: demoFeeSchedule }),
  )
  const decode = Schema.decodeUnknownResult(Quote)

  it("is read back as stored", () => {
    expect(decode(JSON.parse(JSON.stringify(Schema.encodeSync(Quote)(stored))))).toEqual(Result.succeed(stored))
  })

  it.each([
    ["net", { net: stored.net + 1 }],
    ["fee", { fee: stored.fee - 1 }],
    ["charged", { charged: stored.charged + 1, net: stored.net + 1 }],
    ["list of installments", { installments: [stored.charged, 1] }],
    ["sum of installments beyond all amounts", { installments: [centavosMax, centavosMax] }],
  ])("cannot be read with a %s that does not add up", (_field, tampered) => {
    expect(Result.isFailure(decode({ ...stored, ...tampered }))).toBe(true)
  })
})
