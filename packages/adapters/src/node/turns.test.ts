import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { type Caller, takingTurns } from "./turns.ts"

const limits = { atOnce: 1, ofOne: 4, callers: 64 }

/** Work that waits for a signal, and the served callers so far. */
const counter = (own: Partial<typeof limits> = {}) =>
  Effect.gen(function* () {
    const inTurn = takingTurns({ ...limits, ...own }, () => "busy")
    const served: Array<string> = []
    const opened = yield* Deferred.make<void>()
    const asks = (name: string, isKnown = false) => {
      const caller: Caller = { name, isKnown }
      const work = Effect.andThen(
        Effect.sync(() => served.push(name)),
        Deferred.await(opened),
      )
      return Effect.forkChild(Effect.exit(inTurn(caller, work)), { startImmediately: true })
    }
    /** Serves all waiting callers. */
    const open = Deferred.succeed(opened, undefined)
    return { asks, open, served }
  })

const ends = (asked: ReadonlyArray<Fiber.Fiber<Exit.Exit<void, unknown>>>) =>
  Effect.map(Effect.forEach(asked, Fiber.join), (exits) => exits.map(Exit.isSuccess))

describe("takingTurns", () => {
  it("serves callers in turn, however many requests one of them has", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { asks, open, served } = yield* counter()
        const asked = yield* Effect.forEach(["a", "a", "a", "a", "b", "b", "c"], (name) => asks(name))
        yield* open
        yield* ends(asked)
        expect(served).toEqual(["a", "a", "b", "c", "a", "b", "a"])
      }),
    ))

  it("limits the waiting work of one caller, without affecting another", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { asks, open } = yield* counter()
        const asked = yield* Effect.forEach(["a", "a", "a", "a", "a", "a", "b"], (name) => asks(name))
        yield* open
        expect(yield* ends(asked)).toEqual([true, true, true, true, true, false, true])
      }),
    ))

  it("limits the waiting callers, known ones separately", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { asks, open } = yield* counter({ callers: 2 })
        const guessing = yield* Effect.forEach(["a", "b", "c", "d"], (name) => asks(name))
        const known = yield* asks("e", true)
        yield* open
        expect(yield* ends([...guessing, known])).toEqual([true, true, true, false, true])
      }),
    ))

  it("gives every other slot to known callers, and the rest to the others", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { asks, open, served } = yield* counter()
        const others = yield* Effect.forEach(["a", "b", "c", "d"], (name) => asks(name))
        const known = yield* Effect.forEach(["x", "y", "z"], (name) => asks(name, true))
        yield* open
        yield* ends([...others, ...known])
        expect(served).toEqual(["a", "x", "b", "y", "c", "z", "d"])
      }),
    ))

  it("drops the work of a caller who was interrupted while waiting, and serves the next", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { asks, open, served } = yield* counter()
        const first = yield* asks("a")
        const gone = yield* asks("b")
        const last = yield* asks("c")
        yield* Fiber.interrupt(gone)
        yield* open
        yield* ends([first, last])
        const later = yield* asks("d")
        yield* ends([later])
        expect(served).toEqual(["a", "c", "d"])
      }),
    ))

  it("serves the next after interrupted or failed work", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const inTurn = takingTurns(limits, () => "busy")
        const caller: Caller = { name: "a", isKnown: false }
        const stuck = yield* Effect.forkChild(inTurn(caller, Effect.never), { startImmediately: true })
        yield* Fiber.interrupt(stuck)
        yield* Effect.exit(inTurn(caller, Effect.die("broken")))
        expect(yield* inTurn(caller, Effect.succeed("served"))).toBe("served")
      }),
    ))
})
