import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { gathered } from "./gathered.ts"

/** Runs that begin when they are called, and end when the test ends them. */
const slowRuns = () => {
  const begun: Array<{ readonly name: string; readonly count: number; readonly end: Effect.Effect<boolean> }> = []
  const failing: Array<Effect.Effect<boolean>> = []
  const call = gathered(
    (name: string) => name,
    Effect.fnUntraced(function* (all: readonly [string, ...ReadonlyArray<string>]) {
      const [name] = all
      const count = all.length
      const ended = yield* Deferred.make<void, string>()
      const number = begun.length + 1
      begun.push({ name, count, end: Deferred.succeed(ended, undefined) })
      failing.push(Deferred.fail(ended, `run ${number} failed`))
      yield* Deferred.await(ended)
      return (place: number) => `${name} ${number}: ${place}`
    }),
  )
  const calling = (name: string) => Effect.forkDetach(Effect.exit(call(name)), { startImmediately: true })
  return { begun, failing, calling }
}

describe("calls of one name", () => {
  it("that arrive during a run are served together by the next run, each with the result at its place", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { begun, calling } = slowRuns()
        const first = yield* calling("a")
        const others = [yield* calling("a"), yield* calling("a")]
        expect(begun.map(({ count }) => count)).toEqual([1])
        yield* begun[0]?.end ?? Effect.void
        expect(yield* Fiber.join(first)).toEqual(Exit.succeed("a 1: 0"))
        yield* Effect.yieldNow
        expect(begun.map(({ count }) => count)).toEqual([1, 2])
        yield* begun[1]?.end ?? Effect.void
        const results = yield* Effect.forEach(others, (fiber) => Fiber.join(fiber))
        expect(results).toEqual([Exit.succeed("a 2: 0"), Exit.succeed("a 2: 1")])
      }),
    ))

  it("begin a new run if none is under way", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { begun, calling } = slowRuns()
        for (const number of [1, 2]) {
          const fiber = yield* calling("a")
          yield* begun[number - 1]?.end ?? Effect.void
          expect(yield* Fiber.join(fiber)).toEqual(Exit.succeed(`a ${number}: 0`))
        }
      }),
    ))

  it("fail if their own run fails, and not if the one before did", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { begun, calling, failing } = slowRuns()
        const first = yield* calling("a")
        const second = yield* calling("a")
        yield* failing[0] ?? Effect.void
        expect(yield* Fiber.join(first)).toEqual(Exit.fail("run 1 failed"))
        yield* Effect.yieldNow
        yield* begun[1]?.end ?? Effect.void
        expect(yield* Fiber.join(second)).toEqual(Exit.succeed("a 2: 0"))
      }),
    ))
})

describe("calls of other names", () => {
  it("do not wait for one another", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { begun, calling } = slowRuns()
        yield* calling("a")
        const other = yield* calling("b")
        expect(begun.map(({ name }) => name)).toEqual(["a", "b"])
        yield* begun[1]?.end ?? Effect.void
        expect(yield* Fiber.join(other)).toEqual(Exit.succeed("b 2: 0"))
      }),
    ))
})
