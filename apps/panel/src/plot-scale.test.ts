import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bandsIn, scaleUpTo } from "./plot-scale.ts"

describe("the scale of a plot", () => {
  it.each([
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [7, [0, 2, 4, 6, 8]],
    [10, [0, 2, 4, 6, 8, 10]],
    [12_345, [0, 5_000, 10_000, 15_000]],
  ])("up to %d has lines at %j", (most, lines) => {
    expect(scaleUpTo(most, 4, [100, 0]).ticks).toEqual(lines)
  })

  it("begins at the bottom, ends at the top, and is even in between", () => {
    const { of } = scaleUpTo(7, 4, [200, 40])
    expect([0, 2, 4, 8].map(of)).toEqual([200, 160, 120, 40])
  })

  it("has space for the largest value", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 13 }), (most) => {
        const { of, ticks } = scaleUpTo(most, 4, [200, 10])
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(of(most)).toBeGreaterThanOrEqual(10)
      }),
    )
  })
})

describe("the bars of a plot", () => {
  it("stand side by side with gaps, also at the ends", () => {
    const { start, width } = bandsIn(4, [10, 180], 0.25)
    expect([width, ...[0, 1, 2, 3].map(start)]).toEqual([30, 20, 60, 100, 140])
  })
})
