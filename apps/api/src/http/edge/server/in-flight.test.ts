import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { inFlightUntilClosed } from "./in-flight.ts"

const kept = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const keep = yield* Scope.provide(inFlightUntilClosed, scope)
  return { keep, close: Scope.close(scope, Exit.void) }
})

const started = <A>(work: Effect.Effect<A>) => Effect.forkDetach(work, { startImmediately: true })

const wasInterrupted = (fiber: Fiber.Fiber<void>) => {
  const exit = fiber.pollUnsafe()
  return exit !== undefined && Exit.hasInterrupts(exit)
}

it.effect("requests in flight at the end are interrupted, whatever ended before, and waited for", () =>
  Effect.gen(function* () {
    const { close, keep } = yield* kept
    const ends = yield* Deferred.make<void>()
    const one = yield* started(Effect.never)
    const other = yield* started(Deferred.await(ends))
    keep(one)
    keep(other)
    yield* Deferred.succeed(ends, undefined)
    yield* Fiber.join(other)
    const released: Array<number> = []
    const releasing = (index: number) =>
      Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => released.push(index)),
      )
    const later = yield* Effect.forEach([0, 1], (index) =>
      started(Effect.onInterrupt(Effect.never, () => releasing(index))),
    )
    for (const fiber of later) keep(fiber)
    yield* close
    expect([one, ...later].map(wasInterrupted)).toEqual([true, true, true])
    expect(released.toSorted()).toEqual([0, 1])
  }),
)

it.effect("requests after the end are interrupted at once", () =>
  Effect.gen(function* () {
    const { close, keep } = yield* kept
    yield* close
    const late = yield* started(Effect.never)
    keep(late)
    yield* Effect.exit(Fiber.join(late))
    expect(wasInterrupted(late)).toBe(true)
  }),
)
