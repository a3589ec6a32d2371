// Histograms: they have the values of Effect's own.
import { Context, Metric } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Buckets } from "./buckets.ts"

describe("buckets", () => {
  it("equality: any values give what Effect's histogram gives", () => {
    const boundaries = fc.uniqueArray(fc.integer({ min: -5, max: 20 }), { minLength: 1 })
    fc.assert(
      fc.property(boundaries, fc.array(fc.integer({ min: -10, max: 25 })), (given, values) => {
        const ascending = given.toSorted((one, other) => one - other)
        const registry = Context.make(Metric.MetricRegistry, new Map())
        const theirs = Metric.histogram("any", { boundaries: ascending })
        const ours = new Buckets(ascending)
        for (const value of values) {
          theirs.updateUnsafe(value, registry)
          ours.add(value)
        }
        expect(ours.state).toEqual(theirs.valueUnsafe(registry))
      }),
    )
  })
})
