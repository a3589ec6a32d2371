/** Runs a test's program with an institution, and closes it. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { it } from "vitest"

export const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
  Effect.runPromise(Effect.scoped(effect))

/** A test of one effect. */
export const law = (title: string, body: () => Effect.Effect<void, unknown, Scope.Scope>): void =>
  it(title, () => run(body()))
