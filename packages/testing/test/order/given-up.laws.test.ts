// Laws of orders that are given up, and of late money.

import { evolve, isConfirmed, isGivenUp, type OrderChange, placed, wasPaidLate } from "@vintem/domain/order"
import { histories } from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("an order that is given up", () => {
  it("finality: stays so until an attempt starts or money comes, and that money is late", () => {
    fc.assert(
      fc.property(histories, ({ cast, steps }) => {
        let order = placed(cast.placing)
        const log: Array<OrderChange> = []
        for (const change of steps.flatMap(({ changes }) => changes)) {
          const before = order
          order = evolve(order, change)
          log.push(change)
          const isLate = wasPaidLate([cast.placing, ...log])
          if (!isConfirmed(order)) expect(isLate).toBe(false)
          if (isConfirmed(order) && !isConfirmed(before)) expect(isLate).toBe(isGivenUp(before))
          if (isConfirmed(before)) expect(isLate).toBe(wasPaidLate([cast.placing, ...log.slice(0, -1)]))
          if (isGivenUp(before) && !isGivenUp(order)) {
            expect(change._tag === "AttemptStarted" || isConfirmed(order)).toBe(true)
          }
        }
      }),
    )
  })
})
