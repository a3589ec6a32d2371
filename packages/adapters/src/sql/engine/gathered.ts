/**
 * Serves the calls that come while an earlier one runs together, in one run.
 */
import { Effect, Exit } from "effect"

/**
 * While a run of a name is under way, further calls of that name wait. Then one run serves all that wait: a call is never answered by a run that
 * began before it.
 *
 * Calls cannot be interrupted: one of those that wait makes the run for the others.
 *
 * @param nameOf - calls of one name ask for the same
 * @param run - serves these calls at once, and gives the result of each, by its place from 0
 */
export const gathered = <Asked, A, E>(
  nameOf: (asked: Asked) => string,
  run: (asked: readonly [Asked, ...ReadonlyArray<Asked>]) => Effect.Effect<(place: number) => A, E>,
): ((asked: Asked) => Effect.Effect<A, E>) => {
  interface Waiting {
    readonly asked: Asked
    readonly resume: (effect: Effect.Effect<A, E>) => void
  }
  const underWay = new Map<string, Array<Waiting>>()

  const runFor = (name: string, asked: Asked, others: ReadonlyArray<Waiting>): Effect.Effect<A, E> =>
    Effect.flatMap(Effect.exit(run([asked, ...others.map((other) => other.asked)])), (exit) => {
      const [next, ...rest] = underWay.get(name) ?? []
      if (next === undefined) underWay.delete(name)
      else {
        underWay.set(name, [])
        next.resume(runFor(name, next.asked, rest))
      }
      const resultAt = (place: number): Effect.Effect<A, E> => Exit.map(exit, (of) => of(place))
      for (const [index, { resume }] of others.entries()) resume(resultAt(index + 1))
      return resultAt(0)
    })

  return (asked) =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const name = nameOf(asked)
        const waiting = underWay.get(name)
        if (waiting !== undefined) return Effect.callback<A, E>((resume) => void waiting.push({ asked, resume }))
        underWay.set(name, [])
        return runFor(name, asked, [])
      }),
    )
}
