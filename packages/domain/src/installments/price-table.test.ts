import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BasisPoints } from "../money/basis-points.ts"
import { AmountOutOfRange, centavos, centavosMax, sum } from "../money/centavos.ts"
import { InstallmentCount, installmentsMax } from "./installment-count.ts"
import { priceInstallments } from "./price-table.ts"
import { splitEvenly } from "./split-evenly.ts"

const price = (amount: number, monthlyRate: number, count: number) =>
  priceInstallments(centavos(amount), BasisPoints.make(monthlyRate), InstallmentCount.make(count))

const amountUpTo = (max: number) => fc.integer({ min: 1, max })
const rate = fc.integer({ min: 0, max: 9_999 })
const installmentCount = fc.integer({ min: 1, max: installmentsMax })

describe("priceInstallments", () => {
  it.each([
    // amount   rate  count installment total
    [100_000, 299, 2, 52_254, 104_508],
    [100_000, 299, 12, 10_040, 120_480],
    [100_000, 199, 12, 9_450, 113_400],
    [9_990, 299, 3, 3_531, 10_593],
    [50_000, 350, 10, 6_012, 60_120],
    [99_999_999, 1_599, 12, 19_233_480, 230_801_760],
  ])("divides %i at %i basis points into %i of %i, %i in total", (amount, monthlyRate, count, each, total) => {
    const installments = Result.getOrThrow(price(amount, monthlyRate, count))
    expect(installments).toEqual(Array.from({ length: count }, () => each))
    expect(sum(installments)).toBe(total)
  })

  it.each([
    // The multipliers that PagSeguro published for 1.99 % a month, as far as they follow the formula to the fifth
    // place.
    [5, 21_210],
    [6, 17_847],
    [10, 11_127],
    [12, 9_450],
  ])("divides R$ 1.000,00 at 1.99 %% into %i of %i centavos, as a published table does", (count, each) => {
    expect(Result.getOrThrow(price(100_000, 199, count))[0]).toBe(each)
  })

  it("rounds half a centavo up, even to an odd one: R$ 10,05 at 50 % in two would be 904.5 each", () => {
    expect(price(1_005, 5_000, 2)).toEqual(Result.succeed([905, 905]))
  })

  it("charges no interest on a single payment", () => {
    expect(price(10_000, 299, 1)).toEqual(Result.succeed([10_000]))
  })

  it("splits evenly if the rate is zero", () => {
    expect(price(10_000, 0, 3)).toEqual(Result.succeed([3_334, 3_333, 3_333]))
  })

  it("never makes paying later cheaper: 13 centavos in twelve would come to 12", () => {
    expect(price(13, 299, 12)).toEqual(Result.succeed([2, ...Array.from({ length: 11 }, () => 1)]))
    expect(price(1_000, 1, 12)).toEqual(Result.succeed(splitEvenly(centavos(1_000), InstallmentCount.make(12))))
  })

  it("refuses a total that interest takes out of range", () => {
    expect(price(centavosMax, 299, 2)).toEqual(Result.fail(new AmountOutOfRange()))
  })

  it("equality: two or more installments at interest are all equal, unless they are split evenly", () => {
    fc.assert(
      fc.property(amountUpTo(10_000_000_000), rate, installmentCount, (amount, monthlyRate, count) => {
        const installments = Result.getOrThrow(price(amount, monthlyRate, count))
        expect(installments).toHaveLength(count)
        if (sum(installments) > amount) expect(new Set(installments).size).toBe(1)
      }),
    )
  })

  it("agreement: equals the formula in doubles, to half a centavo an installment, and is never below the amount", () => {
    fc.assert(
      fc.property(
        amountUpTo(10_000_000_000),
        fc.integer({ min: 1, max: 9_999 }),
        installmentCount,
        (amount, bps, count) => {
          const total = sum(Result.getOrThrow(price(amount, bps, count)))
          const i = bps / 10_000
          // Doubles of this size lose some hundredths of a centavo themselves.
          const exact = count === 1 ? amount : (count * amount * i * (1 + i) ** count) / ((1 + i) ** count - 1)
          expect(total).toBeGreaterThanOrEqual(amount)
          expect(Math.abs(total - exact)).toBeLessThanOrEqual(count / 2 + 0.05)
        },
      ),
    )
  })

  it("growth: with interest, more installments and higher rates cost at least as much, apart from rounding", () => {
    const several = fc.integer({ min: 2, max: installmentsMax - 1 })
    fc.assert(
      fc.property(amountUpTo(1_000_000_000), fc.integer({ min: 1, max: 9_998 }), several, (amount, bps, count) => {
        const total = (ratePaid: number, times: number) => sum(Result.getOrThrow(price(amount, ratePaid, times)))
        const rounding = installmentsMax
        expect(total(bps, count + 1)).toBeGreaterThanOrEqual(total(bps, count) - rounding)
        expect(total(bps + 1, count)).toBeGreaterThanOrEqual(total(bps, count))
      }),
    )
  })
})
