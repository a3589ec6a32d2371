/** Gives a machine commands and reports one after the other, as the service does. */

import { type Instant, instant } from "@vintem/domain/calendar"
import { decide, isCommand, type Machine, type MachineTypes, statusBy } from "@vintem/domain/machine"
import * as Result from "effect/Result"
import type { Move, TestedMachine } from "./tested-machine.ts"

/** One move and its results. */
export interface Step<M extends MachineTypes> {
  readonly before: M["state"]
  readonly move: Move<M>
  /** Why a command was refused. Null if it was not. */
  readonly refusal: M["refused"] | null
  readonly changes: ReadonlyArray<M["change"]>
  readonly after: M["state"]
}

/** Applies a move to a state. A refused command changes nothing. */
export const stepOf = <M extends MachineTypes>(machine: Machine<M>, before: M["state"], move: Move<M>): Step<M> => {
  const answer: Result.Result<ReadonlyArray<M["change"]>, M["refused"]> = isCommand(machine, move)
    ? decide(machine, before, move)
    : Result.succeed(machine.record(before, move))
  const changes = Result.getOrElse(answer, (): ReadonlyArray<M["change"]> => [])
  return {
    before,
    move,
    refusal: Result.isFailure(answer) ? answer.failure : null,
    changes,
    after: changes.reduce(machine.evolve, before),
  }
}

/** Applies one move after the other. */
export const stepsOf = <M extends MachineTypes>(
  machine: Machine<M>,
  start: M["state"],
  moves: Iterable<Move<M>>,
): ReadonlyArray<Step<M>> => {
  const steps: Array<Step<M>> = []
  let current = start
  for (const move of moves) {
    const taken = stepOf(machine, current, move)
    steps.push(taken)
    current = taken.after
  }
  return steps
}

/** The state after the last of the moves. */
export const stateAfter = <M extends MachineTypes>(
  machine: Machine<M>,
  start: M["state"],
  moves: Iterable<Move<M>>,
): M["state"] => stepsOf(machine, start, moves).at(-1)?.after ?? start

/** The status of a state after a move. */
export const statusAfter = <M extends MachineTypes>(machine: Machine<M>, { after, move }: Step<M>): M["status"] =>
  statusBy(machine.statuses, after, move.at)

/** Steps for people, one a line: the move, and its result. */
export const describeSteps = <M extends MachineTypes>(
  { machine, describe }: TestedMachine<M>,
  steps: ReadonlyArray<Step<M>>,
): string =>
  steps
    .map((taken, index) => {
      const done = taken.changes.length === 0 ? "nothing" : statusAfter(machine, taken)
      const outcome = taken.refusal === null ? done : `refused, ${taken.refusal.reason}`
      return `\n${String(index + 1).padStart(3)}. ${describe(taken.move)}: ${outcome}`
    })
    .join("")

/** Moves in order of time: each so many milliseconds after the previous one. */
export const timed = <AnyMove>(
  start: Instant,
  drawn: ReadonlyArray<readonly [move: (at: Instant) => AnyMove, pauseMillis: number]>,
): ReadonlyArray<AnyMove> => {
  let at: number = start
  return drawn.map(([move, pause]) => {
    at += pause
    return move(instant(at))
  })
}
