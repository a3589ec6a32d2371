import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { inOwnTick } from "./in-own-tick.ts"

it.effect("work of several requests runs in as many ticks of the event loop, even if one of them fails", () =>
  Effect.gen(function* () {
    let tick = 0
    const count = () => {
      tick += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const work = (n: number) => Effect.suspend(() => (n === 2 ? Effect.fail(tick) : Effect.succeed(tick)))
    const ticks = yield* Effect.forEach([1, 2, 3, 4], (n) => Effect.catch(inOwnTick(work(n)), Effect.succeed), {
      concurrency: "unbounded",
    })
    clearImmediate(counting)
    expect(new Set(ticks).size).toBe(4)
  }),
)
