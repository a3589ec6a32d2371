import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { centavos } from "../money/centavos.ts"
import { InstallmentCount } from "./installment-count.ts"
import { MinimumInstallment, minimumInstallmentMax, reachesMinimum } from "./minimum-installment.ts"
import { splitEvenly } from "./split-evenly.ts"

describe("reachesMinimum, for installments of at least R$ 10,00", () => {
  it.each([
    // total   in  offered
    [10_000, 10, true],
    [10_009, 10, true],
    [9_999, 10, false],
    [9_999, 9, true],
    [2_000, 2, true],
    [1_999, 2, false],
    [1_999, 1, true],
    [1, 1, true],
  ])("%i centavos in %i: %s", (total, count, isOffered) => {
    const installments = splitEvenly(centavos(total), InstallmentCount.make(count))
    expect(reachesMinimum(installments, centavos(1_000))).toBe(isOffered)
    expect(reachesMinimum(installments, null)).toBe(true)
  })
})

describe("MinimumInstallment", () => {
  it.each([
    [0, false],
    [1, true],
    [minimumInstallmentMax, true],
    [minimumInstallmentMax + 1, false],
    [9.5, false],
  ])("for %d centavos: %s", (amount, isOne) => {
    expect(Schema.is(MinimumInstallment)(amount)).toBe(isOne)
  })
})
