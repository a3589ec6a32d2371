/**
 * Every state a machine can reach with given moves, looked at once each.
 */
import type { MachineTypes } from "@vintem/domain/machine"
import { type StateLaw, type StepLaw, stateLawsOf, stateViolations, stepLawsOf, stepViolations } from "./laws.ts"
import { describeSteps, type Step, statusAfter, stepOf } from "./step.ts"
import type { Move, TestedMachine } from "./tested-machine.ts"

/** What a walk tries in each state, how deep it goes, and which laws it asks about. */
export interface WalkPlan<M extends MachineTypes> {
  readonly start: M["state"]
  readonly moves: ReadonlyArray<Move<M>>
  /** How many moves deep; infinite where the states come to an end. */
  readonly depthMax: number
  /** Two states with the same mark have the same future. Versions and hours are not in it. */
  readonly markOf: (state: M["state"]) => string
  /** Its own laws of steps and, of states that are not known yet, of states: beside those of every machine. */
  readonly stepLaws: ReadonlyArray<StepLaw<Step<M>>>
  readonly stateLaws: ReadonlyArray<StateLaw<M["state"]>>
  /** What a step announces that may be announced once in a life. Absent: nothing is. */
  readonly announcements?: (taken: Step<M>) => ReadonlyArray<string>
}

/** What was found on a walk through the states of a machine. */
export interface Walk<M extends MachineTypes> {
  /** All statuses that were shown on the way. */
  readonly shown: ReadonlySet<M["status"]>
  /** How many states were looked at. */
  readonly states: number
  /** The shortest way to something wrong, or null. */
  readonly counterexample: string | null
}

/** A state, what was announced on the way to it, and the way. */
interface Reached<M extends MachineTypes> {
  readonly state: M["state"]
  readonly announced: ReadonlyArray<string>
  readonly path: ReadonlyArray<Step<M>>
}

/** Breadth first: of all that is wrong, what is found is the nearest. */
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
