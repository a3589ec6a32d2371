/**
 * Does once for many what comes while the same is being done.
 */
import { Effect, Exit } from "effect"

/**
 * What is asked for a key while it is being done for that key waits, and then is done for all who wait, at once. Nothing that was begun before
 * somebody asked is an answer to him.
 *
 * Not to be interrupted: one of those who wait does it for the others.
 *
 * @param run - does it for so many, and gives what each of them gets, by its place from 0
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
