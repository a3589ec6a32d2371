/** Runs the contracts: every test, and every run of a law, on its own store. */
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { it } from "vitest"

/**
 * Runs of a law, each with a new build of the layer: enough to find a fault, few enough for a database over a socket.
 */
const runsOfLaw = 30

/** @param layer - every build must return an empty store that nothing else writes to */
export const onFreshStore = <R>(layer: Layer.Layer<R, unknown>) => {
  const run = <A>(test: Effect.Effect<A, unknown, R>): Promise<A> => {
    const runtime = ManagedRuntime.make(layer)
    return runtime.runPromise(test).finally(() => runtime.dispose())
  }
  return {
    /** One example. */
    it: (title: string, test: Effect.Effect<void, unknown, R>): void => {
      it(title, () => run(test))
    },
    /** A law for all generated values. */
    law: <Value>(
      title: string,
      values: fc.Arbitrary<Value>,
      test: (value: Value) => Effect.Effect<void, unknown, R>,
    ): void => {
      it(title, () =>
        fc.assert(
          fc.asyncProperty(values, (value) => run(test(value))),
          { numRuns: runsOfLaw },
        ),
      )
    },
  }
}
