/**
 * Counts a unit's work once it is committed: a unit may run more than once, and a failed one changed nothing.
 *
 * If the connection was lost before the commit was confirmed, nothing is counted.
 */
import { type Commit, UnitOfWork } from "@vintem/domain/ports"
import { Context, Effect, Layer } from "effect"

type Counting = () => void

/** The outer unit's counts to add at its commit; null outside of units. */
const Uncounted = Context.Reference<Array<Counting> | null>("@vintem/api/metrics/Uncounted", {
  defaultValue: () => null,
})

/** Counts with the commit of the surrounding unit, or at once if there is none. */
export const afterCommit = (counting: Counting): Effect.Effect<void> =>
  Effect.map(Uncounted, (uncounted) => {
    if (uncounted === null) counting()
    else uncounted.push(counting)
  })

/** Units of work that count their work at commit. */
export const countingUnits = Layer.effect(
  UnitOfWork,
  Effect.map(UnitOfWork, ({ commit }) => UnitOfWork.of({ commit: counted(commit) })),
)

const counted =
  (commit: Commit): Commit =>
  (unit) =>
    Effect.withFiber(({ context: around }) => {
      if (Context.get(around, Uncounted) !== null) return commit(unit)
      let uncounted: Array<Counting> = []
      const anew = Effect.suspend(() => {
        uncounted = []
        return Effect.provideService(unit, Uncounted, uncounted)
      })
      return Effect.map(commit(anew), (done) => {
        for (const counting of uncounted) counting()
        return done
      })
    })
