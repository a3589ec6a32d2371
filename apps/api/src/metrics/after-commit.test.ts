import { type Commit, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Exit, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { afterCommit, countingUnits } from "./after-commit.ts"

/** A store that runs each unit this many times. */
const running = (times: number) =>
  Layer.sync(UnitOfWork, () => {
    const commit: Commit = (unit) => Effect.andThen(Effect.repeat(unit, { times: times - 1 }), unit)
    return { commit }
  })

const counted = async (
  times: number,
  unit: (count: Effect.Effect<void>) => Effect.Effect<unknown, unknown, UnitOfWork>,
) => {
  let count = 0
  const counting = afterCommit(() => {
    count += 1
  })
  const work = Effect.flatMap(UnitOfWork, ({ commit }) => commit(unit(counting)))
  const exit = await Effect.runPromiseExit(Effect.provide(work, Layer.provide(countingUnits, running(times))))
  return [count, Exit.isSuccess(exit)]
}

describe("a unit's work", () => {
  it("is counted once, however often the store runs it", async () => {
    expect(await counted(1, (count) => count)).toEqual([1, true])
    expect(await counted(3, (count) => Effect.andThen(count, count))).toEqual([2, true])
  })

  it("is not counted if the unit fails", async () => {
    expect(await counted(1, (count) => Effect.andThen(count, Effect.fail("refused")))).toEqual([0, false])
  })

  it("in an inner unit is counted with the outer one, or not at all", async () => {
    const within = (count: Effect.Effect<void>) => Effect.flatMap(UnitOfWork, ({ commit }) => commit(count))
    expect(await counted(1, within)).toEqual([2, true])
    expect(await counted(1, (count) => Effect.andThen(within(count), Effect.fail("refused")))).toEqual([0, false])
  })

  it("is counted at once outside of units", async () => {
    let count = 0
    await Effect.runPromise(
      afterCommit(() => {
        count += 1
      }),
    )
    expect(count).toBe(1)
  })
})
