import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { InstallmentCount } from "../installments/installment-count.ts"
import type { Method } from "../method/method.ts"
import { centavos } from "../money/centavos.ts"
import { demoFeeSchedule } from "./demo-fee-schedule.ts"
import type { FeeMode } from "./fee-mode.ts"
import { priceList } from "./price-list.ts"
import { quote } from "./quote.ts"

const pix: Method = { _tag: "pix" }
const upTo = (installments: number): ReadonlyArray<Method> =>
  Array.from({ length: installments }, (_, index) => ({
    _tag: "credit",
    installments: InstallmentCount.make(index + 1),
  }))

/** The prices of R$ 350,00 with the demo's fees. */
const prices = (feeMode: FeeMode, ways: ReadonlyArray<Method>) =>
  priceList(
    ways.map((method) =>
      Result.getOrThrow(quote({ amount: centavos(35_000), method, feeMode, fees: demoFeeSchedule })),
    ),
  )

describe("the prices of a page", () => {
  it.each([
    ["none", [false, true, true]],
    ["interest", [false, false, false]],
    // R$ 364,95 at once, R$ 387,13 in two and in three: only the last two are equal.
    ["customer_pay_fee", [false, false, false]],
  ] as const)("say 'sem juros' with %s of one, two and three installments: %j", (feeMode, isSaid) => {
    expect(prices(feeMode, upTo(3)).ways.map(({ isInterestFree }) => isInterestFree)).toEqual(isSaid)
  })

  it("never say 'sem juros' of installments if one payment is not offered", () => {
    expect(prices("none", upTo(3).slice(1)).ways.map(({ isInterestFree }) => isInterestFree)).toEqual([false, false])
  })

  it.each([
    ["none", [pix, ...upTo(3)], { price: 35_000, kind: "only" }],
    ["interest", [pix, ...upTo(3)], { price: 35_000, kind: "asked" }],
    ["interest", upTo(3).slice(2), { price: 37_113, kind: "only" }],
    ["customer_pay_fee", [pix, ...upTo(3)], { price: 35_350, kind: "least" }],
    ["customer_pay_fee", [...upTo(3), pix], { price: 35_350, kind: "least" }],
    ["customer_pay_fee", upTo(3), { price: 36_495, kind: "least" }],
    ["customer_pay_fee", [pix], { price: 35_350, kind: "only" }],
    ["customer_pay_fee", [], null],
  ] as const)("show first, with %s of %j: %j", (feeMode, ways, headline) => {
    expect(prices(feeMode, ways).headline).toEqual(headline)
  })
})
