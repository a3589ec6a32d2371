import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { aloneInItsTurn } from "./alone-in-its-turn.ts"

it.effect("work of several requests is done in as many turns of the event loop, also where one of them fails", () =>
  Effect.gen(function* () {
    let turn = 0
    const count = () => {
      turn += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const work = (n: number) => Effect.suspend(() => (n === 2 ? Effect.fail(turn) : Effect.succeed(turn)))
    const turns = yield* Effect.forEach([1, 2, 3, 4], (n) => Effect.catch(aloneInItsTurn(work(n)), Effect.succeed), {
      concurrency: "unbounded",
    })
    clearImmediate(counting)
    expect(new Set(turns).size).toBe(4)
  }),
)
