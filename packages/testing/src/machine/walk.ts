/** Every state that a machine can reach with given moves, each visited once. */
import type { MachineTypes } from "@vintem/domain/machine"
import { type StateLaw, type StepLaw, stateLawsOf, stateViolations, stepLawsOf, stepViolations } from "./laws.ts"
import { describeSteps, type Step, statusAfter, stepOf } from "./step.ts"
import type { Move, TestedMachine } from "./tested-machine.ts"

/** The moves that a walk tries in each state, its depth, and its laws. */
export interface WalkPlan<M extends MachineTypes> {
  readonly start: M["state"]
  readonly moves: ReadonlyArray<Move<M>>
  /** The most moves. Infinity if the states come to an end. */
  readonly depthMax: number
  /** Two states with equal marks have the same future. Marks leave out versions and times. */
  readonly markOf: (state: M["state"]) => string
  /** The machine's own laws of steps and of new states, besides those of every machine. */
  readonly stepLaws: ReadonlyArray<StepLaw<Step<M>>>
  readonly stateLaws: ReadonlyArray<StateLaw<M["state"]>>
  /** Announcements of a step that may occur once in a life. Missing if there are none. */
  readonly announcements?: (taken: Step<M>) => ReadonlyArray<string>
}

/** The result of a walk through the states of a machine. */
export interface Walk<M extends MachineTypes> {
  /** All statuses that were shown. */
  readonly shown: ReadonlySet<M["status"]>
  /** How many states were visited. */
  readonly states: number
  /** The shortest way to a violation, or null. */
  readonly counterexample: string | null
}

/** A state, the announcements on the way to it, and the way. */
interface Reached<M extends MachineTypes> {
  readonly state: M["state"]
  readonly announced: ReadonlyArray<string>
  readonly path: ReadonlyArray<Step<M>>
}

/** Walks breadth first, so it finds the nearest violation. */
export const walkOf = <M extends MachineTypes>(tested: TestedMachine<M>, plan: WalkPlan<M>): Walk<M> => {
  const { start, moves, depthMax, announcements = () => [] } = plan
  const stepLaws = [...stepLawsOf(tested), ...plan.stepLaws]
  const stateLaws = [...stateLawsOf(tested), ...plan.stateLaws]
  const markOf = (state: M["state"], announced: ReadonlyArray<string>) => `${plan.markOf(state)} ${announced.join()}`
  const known = new Set([markOf(start, [])])
  const shown = new Set<M["status"]>()
  let frontier: ReadonlyArray<Reached<M>> = [{ state: start, announced: [], path: [] }]
  for (let depth = 0; depth < depthMax && frontier.length > 0; depth += 1) {
    const next: Array<Reached<M>> = []
    for (const { state, announced, path } of frontier) {
      for (const move of moves) {
        const taken = stepOf(tested.machine, state, move)
        const all = [...announced, ...announcements(taken)].toSorted()
        const mark = markOf(taken.after, all)
        const isNew = !known.has(mark)
        const wrong = [
          ...stepViolations(stepLaws, taken),
          ...(isNew ? stateViolations(stateLaws, taken.after, move.at) : []),
          ...all.filter((one, index) => all[index - 1] === one).map((one) => `${one} announced twice`),
        ]
        shown.add(statusAfter(tested.machine, taken))
        if (wrong.length > 0) {
          const counterexample = `${wrong.join("; ")} after${describeSteps(tested, [...path, taken])}`
          return { shown, states: known.size, counterexample }
        }
        if (!isNew) continue
        known.add(mark)
        next.push({ state: taken.after, announced: all, path: [...path, taken] })
      }
    }
    frontier = next
  }
  return { shown, states: known.size, counterexample: null }
}
