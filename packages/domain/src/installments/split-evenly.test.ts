import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { centavos, centavosMax, sum } from "../money/centavos.ts"
import { InstallmentCount, installmentsMax } from "./installment-count.ts"
import { splitEvenly } from "./split-evenly.ts"

const split = (total: number, count: number) => splitEvenly(centavos(total), InstallmentCount.make(count))

const total = fc.integer({ min: 0, max: centavosMax }).map(centavos)
const installmentCount = fc.integer({ min: 1, max: installmentsMax }).map((n) => InstallmentCount.make(n))

describe("splitEvenly", () => {
  it("gives the odd centavo of R$ 100,00 in three to the first", () => {
    expect(split(10_000, 3)).toEqual([3_334, 3_333, 3_333])
  })

  it("gives all four odd centavos of R$ 100,00 in twelve to the first, not one each", () => {
    expect(split(10_000, 12)).toEqual([837, ...Array.from({ length: 11 }, () => 833)])
  })

  it("adds up to R$ 559,30 in three, unlike three times 186,43", () => {
    expect(split(55_930, 3)).toEqual([18_644, 18_643, 18_643])
  })

  it("keeps a single payment whole and an even amount even", () => {
    expect(split(10_000, 1)).toEqual([10_000])
    expect(split(10_000, 2)).toEqual([5_000, 5_000])
  })

  it("conservation: the installments add up to the total, and their number is right", () => {
    fc.assert(
      fc.property(total, installmentCount, (amount, count) => {
        const installments = splitEvenly(amount, count)
        expect(sum(installments)).toBe(amount)
        expect(installments).toHaveLength(count)
      }),
    )
  })

  it("fairness: all but the first are equal, and the first exceeds them by less than one centavo each", () => {
    fc.assert(
      fc.property(total, installmentCount, (amount, count) => {
        const [first, ...rest] = splitEvenly(amount, count)
        expect(new Set(rest).size).toBeLessThanOrEqual(1)
        for (const each of rest) {
          expect(first - each).toBeGreaterThanOrEqual(0)
          expect(first - each).toBeLessThan(count)
        }
      }),
    )
  })
})

describe("InstallmentCount", () => {
  it.each([0, 13, 1.5, -1])("cannot be made of %d", (count) => {
    expect(() => InstallmentCount.make(count)).toThrow()
  })
})
