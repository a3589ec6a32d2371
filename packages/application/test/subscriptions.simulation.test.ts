/**
 * Subscribers over four hundred days: the result is the same if the time passes in one step or in many. For many more
 * subscribers see subscriptions.simulation.deep.test.ts.
 */
import { describe, expect, it } from "vitest"
import { life } from "./subscriber-lives.ts"

describe("four hundred days", () => {
  it("have the same result in one step or in many", async () => {
    const inMany = await life(50, { chunk: 4, step: 1 })
    expect(await life(50, { chunk: 4, step: 4 })).toEqual(inMany)
    expect(await life(50, { chunk: 4, step: 2 })).toEqual(inMany)
    expect(new Set(inMany.map(({ status }) => status))).toEqual(new Set(["active", "overdue", "canceled"]))
    expect(new Set(inMany.map(({ canceled }) => canceled))).toEqual(new Set([null, "asked", "dunning", "cycles"]))
  })
})
