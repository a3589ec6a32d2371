import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { InstallmentCount } from "../installments/installment-count.ts"
import type { Method } from "../method/method.ts"
import { noRate } from "../money/basis-points.ts"
import { centavos, zero } from "../money/centavos.ts"
import { cashDiscountOf } from "./cash-discount.ts"
import { demoFeeSchedule } from "./demo-fee-schedule.ts"
import type { FeeMode } from "./fee-mode.ts"
import { quote } from "./quote.ts"

/** The price of R$ 100,00 by one method. */
const priced = (method: Method, feeMode: FeeMode) =>
  Result.getOrThrow(quote({ amount: centavos(10_000), method, feeMode, fees: demoFeeSchedule }))

const inInstallments = (installments: number): Method => ({
  _tag: "credit",
  installments: InstallmentCount.make(installments),
})

const everyWay = (feeMode: FeeMode) => [
  priced({ _tag: "pix" }, feeMode),
  priced({ _tag: "bank_slip" }, feeMode),
  ...Array.from({ length: 12 }, (_, index) => priced(inInstallments(index + 1), feeMode)),
]

describe("the discount for paying at once", () => {
  it.each([
    ["interest", { _tag: "pix" }, { amount: 2_048, basisPoints: 1_700 }],
    ["interest", inInstallments(1), { amount: 2_048, basisPoints: 1_700 }],
    ["customer_pay_fee", { _tag: "pix" }, { amount: 1_850, basisPoints: 1_548 }],
    ["customer_pay_fee", { _tag: "bank_slip" }, { amount: 1_601, basisPoints: 1_340 }],
  ] as const)("with %s is %j below the dearest way", (feeMode, method, discount) => {
    expect(cashDiscountOf(priced(method, feeMode), everyWay(feeMode))).toEqual(discount)
  })

  it("is rounded half up: one centavo of R$ 200,00 is half a basis point", () => {
    const fees = {
      ...demoFeeSchedule,
      pix: { percent: noRate, fixed: zero },
      bank_slip: { percent: noRate, fixed: centavos(1) },
    }
    const [pix, slip] = (["pix", "bank_slip"] as const).map((_tag) =>
      Result.getOrThrow(quote({ amount: centavos(19_999), method: { _tag }, feeMode: "customer_pay_fee", fees })),
    )
    expect(pix === undefined || slip === undefined ? null : cashDiscountOf(pix, [pix, slip])).toEqual({
      amount: 1,
      basisPoints: 1,
    })
  })

  it("does not depend on the order of the ways", () => {
    const pix = priced({ _tag: "pix" }, "interest")
    expect(cashDiscountOf(pix, everyWay("interest").toReversed())).toEqual(cashDiscountOf(pix, everyWay("interest")))
  })

  it("is null for installments", () => {
    expect(cashDiscountOf(priced(inInstallments(2), "interest"), everyWay("interest"))).toBeNull()
  })

  it("is null if the company bears all fees", () => {
    expect(cashDiscountOf(priced({ _tag: "pix" }, "none"), everyWay("none"))).toBeNull()
  })

  it("is null if there is only one way", () => {
    const only = priced({ _tag: "pix" }, "interest")
    expect(cashDiscountOf(only, [only])).toBeNull()
  })
})
