/**
 * Serves the calls that come while an earlier one runs together, in one run.
 */
import { Effect, Exit } from "effect"

/**
 * While a run for a key is under way, further calls for that key wait. Then one run serves all that wait: a call is never answered by a run that
 * began before it.
 *
 * Calls cannot be interrupted: one of those that wait makes the run for the others.
 *
 * @param run - serves so many calls at once, and gives the result of each, by its place from 0
 */
export const gathered = <K, A, E>(
  run: (key: K, count: number) => Effect.Effect<(place: number) => A, E>,
): ((key: K) => Effect.Effect<A, E>) => {
  type Waiting = (effect: Effect.Effect<A, E>) => void
  const underWay = new Map<K, Array<Waiting>>()

  const runFor = (key: K, others: ReadonlyArray<Waiting>): Effect.Effect<A, E> =>
    Effect.flatMap(Effect.exit(run(key, others.length + 1)), (exit) => {
      const [next, ...rest] = underWay.get(key) ?? []
      if (next === undefined) underWay.delete(key)
      else {
        underWay.set(key, [])
        next(runFor(key, rest))
      }
      const resultAt = (place: number): Effect.Effect<A, E> => Exit.map(exit, (of) => of(place))
      for (const [index, resume] of others.entries()) resume(resultAt(index + 1))
      return resultAt(0)
    })

  return (key) =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const waiting = underWay.get(key)
        if (waiting !== undefined) return Effect.callback<A, E>((resume) => void waiting.push(resume))
        underWay.set(key, [])
        return runFor(key, [])
      }),
    )
}
