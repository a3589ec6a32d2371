/**
 * Every state a machine can reach with given moves, looked at once each.
 */
import { describeStepsOf, type Machine, type MachineStep, stepOf } from "./machine.ts"

/** What a walk tries in each state, how deep it goes, and which laws it asks about. */
export interface WalkPlan<State, Move, Change, Refused> {
  readonly start: State
  readonly moves: ReadonlyArray<Move>
  /** How many moves deep; infinite where the states come to an end. */
  readonly depthMax: number
  /** Two states with the same mark have the same future. */
  readonly markOf: (state: State) => string
  /** What is wrong: asked of every step, and of every state that is not known yet. */
  readonly brokenByStep: (taken: MachineStep<State, Move, Change, Refused>) => ReadonlyArray<string>
  /** The same of a state, and the move that led there. */
  readonly brokenByState: (state: State, move: Move) => ReadonlyArray<string>
}

export interface Walk {
  /** All that was shown on the way. */
  readonly shown: ReadonlySet<string>
  /** How many states were looked at. */
  readonly states: number
  /** The shortest way to something wrong, or null. */
  readonly counterexample: string | null
}

/** Breadth first: of all that is wrong, what is found is the nearest. */
export const walkOf = <State, Move, Change, Refused extends { readonly reason: string }>(
  machine: Machine<State, Move, Change, Refused>,
  { start, moves, depthMax, markOf, brokenByStep, brokenByState }: WalkPlan<State, Move, Change, Refused>,
): Walk => {
  type Steps = ReadonlyArray<MachineStep<State, Move, Change, Refused>>
  const known = new Set([markOf(start)])
  const shown = new Set<string>()
  let frontier: ReadonlyArray<{ readonly state: State; readonly path: Steps }> = [{ state: start, path: [] }]
  for (let depth = 0; depth < depthMax && frontier.length > 0; depth += 1) {
    const next: Array<{ readonly state: State; readonly path: Steps }> = []
    for (const { state, path } of frontier) {
      for (const move of moves) {
        const taken = stepOf(machine, state, move)
        const mark = markOf(taken.after)
        const isNew = !known.has(mark)
        const wrong = [...brokenByStep(taken), ...(isNew ? brokenByState(taken.after, move) : [])]
        shown.add(machine.shows(taken.after, move))
        if (wrong.length > 0) {
          const counterexample = `${wrong.join("; ")} after${describeStepsOf(machine, [...path, taken])}`
          return { shown, states: known.size, counterexample }
        }
        if (!isNew) continue
        known.add(mark)
        next.push({ state: taken.after, path: [...path, taken] })
      }
    }
    frontier = next
  }
  return { shown, states: known.size, counterexample: null }
}
