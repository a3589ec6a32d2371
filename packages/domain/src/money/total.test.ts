import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Centavos, centavos, centavosMax } from "./centavos.ts"
import { largest, smaller, total } from "./total.ts"

const amounts = fc.array(fc.integer({ min: -centavosMax, max: centavosMax }).map(centavos), { maxLength: 20 })
const max = centavos(centavosMax)

describe("total", () => {
  it("is exact if the sum is an amount, and the nearest amount otherwise", () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const exact = Number(all.reduce((sum, amount) => sum + BigInt(amount), 0n))
        expect(total(all)).toBe(Math.min(Math.max(exact, -centavosMax), centavosMax) + 0)
      }),
    )
  })

  it.each<readonly [string, ReadonlyArray<Centavos>, number]>([
    ["nothing", [], 0],
    ["R$ 1,00 and R$ 2,50", [centavos(100), centavos(250)], 350],
    ["more than an amount can be", [max, centavos(1)], centavosMax],
    ["less than an amount can be", [centavos(-centavosMax), centavos(-1)], -centavosMax],
    ["what strays beyond the bound and comes back", [max, max, centavos(-centavosMax)], centavosMax],
  ])("for %s", (_, all, expected) => {
    expect(total(all)).toBe(expected)
  })
})

describe("the smaller of two amounts and the largest of several", () => {
  it("are among them", () => {
    expect(smaller(centavos(1), centavos(2))).toBe(1)
    expect(smaller(centavos(2), centavos(1))).toBe(1)
    expect(largest([centavos(1), centavos(3), centavos(2)])).toBe(3)
  })

  it("are zero if none is above it", () => {
    expect(largest([])).toBe(0)
    expect(largest([centavos(-1)])).toBe(0)
  })
})
