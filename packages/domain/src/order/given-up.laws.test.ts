// Orders that are given up, and money that comes late.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { attemptReported, attemptStarted, examplePlaced, histories, orderCanceled } from "../../testing/index.ts"
import type { OrderChange } from "./events.ts"
import { evolve, placed } from "./evolve.ts"
import { isGivenUp, wasPaidLate } from "./given-up.ts"
import { isConfirmed } from "./status-rules.ts"

describe("an order that is given up", () => {
  it("finality: stays so until an attempt starts or money comes, and money is then late", () => {
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

  it.each<readonly [boolean, string, ReadonlyArray<OrderChange>]>([
    [false, "nothing was paid", [attemptReported(1, "refused")]],
    [false, "it was paid at once", [attemptReported(1, "confirmed")]],
    [true, "it was refused before", [attemptReported(1, "refused"), attemptReported(1, "confirmed")]],
    [true, "it was canceled before", [attemptReported(1, "open"), orderCanceled, attemptReported(1, "confirmed")]],
    [
      false,
      "another attempt had begun",
      [attemptReported(1, "refused"), attemptStarted(2, "credit"), attemptReported(1, "confirmed")],
    ],
    [
      true,
      "further money came later still",
      [attemptReported(1, "refused"), attemptReported(1, "confirmed"), attemptReported(1, "confirmed")],
    ],
  ])("was paid late: %s where %s", (isLate, _, changes) => {
    expect(wasPaidLate([examplePlaced(), attemptStarted(1, "credit"), ...changes])).toBe(isLate)
  })
})
