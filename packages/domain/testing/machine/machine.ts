/**
 * A state machine living through commands and news, one step at a time, as a service would take it: what is asked or told is
 * answered, and what the answer causes is applied.
 */
import * as Result from "effect/Result"
import { type Instant, instant } from "../../src/calendar/instant.ts"

/** What has to be known of a machine to let it live. */
export interface Machine<State, Move, Change, Refused> {
  /** A command decided or news heard. */
  readonly answer: (state: State, move: Move) => Result.Result<ReadonlyArray<Change>, Refused>
  /** The state after one more change. */
  readonly evolve: (state: State, change: Change) => State
  /** A move as a person reads it. */
  readonly describe: (move: Move) => string
  /** What the state shows when the move has been made: a status. */
  readonly shows: (state: State, move: Move) => string
}

/** One move and all that came of it. */
export interface MachineStep<State, Move, Change, Refused> {
  readonly before: State
  readonly move: Move
  /** Why a command was refused; null where it was not. */
  readonly refusal: Refused | null
  readonly changes: ReadonlyArray<Change>
  readonly after: State
}

/** Confronts a state with a move. A refused command changes nothing. */
export const stepOf = <State, Move, Change, Refused>(
  machine: Machine<State, Move, Change, Refused>,
  before: State,
  move: Move,
): MachineStep<State, Move, Change, Refused> => {
  const answer = machine.answer(before, move)
  const changes = Result.getOrElse(answer, (): ReadonlyArray<Change> => [])
  return {
    before,
    move,
    refusal: Result.isFailure(answer) ? answer.failure : null,
    changes,
    after: changes.reduce(machine.evolve, before),
  }
}

/** Confronts a state with one move after the other. */
export const stepsOf = <State, Move, Change, Refused>(
  machine: Machine<State, Move, Change, Refused>,
  start: State,
  moves: Iterable<Move>,
): ReadonlyArray<MachineStep<State, Move, Change, Refused>> => {
  const steps: Array<MachineStep<State, Move, Change, Refused>> = []
  let current = start
  for (const move of moves) {
    const taken = stepOf(machine, current, move)
    steps.push(taken)
    current = taken.after
  }
  return steps
}

/** Steps as a person reads them, a line each: what was asked or told, and what it came to. */
export const describeStepsOf = <State, Move, Change, Refused extends { readonly reason: string }>(
  machine: Machine<State, Move, Change, Refused>,
  steps: ReadonlyArray<MachineStep<State, Move, Change, Refused>>,
): string =>
  steps
    .map(({ move, refusal, changes, after }, index) => {
      const done = changes.length === 0 ? "nothing" : machine.shows(after, move)
      const outcome = refusal === null ? done : `refused, ${refusal.reason}`
      return `\n${String(index + 1).padStart(3)}. ${machine.describe(move)}: ${outcome}`
    })
    .join("")

/** Moves in order of time: each so many milliseconds after the one before it. */
export const timed = <Move>(
  start: Instant,
  drawn: ReadonlyArray<readonly [move: (at: Instant) => Move, pauseMillis: number]>,
): ReadonlyArray<Move> => {
  let at: number = start
  return drawn.map(([move, pause]) => {
    at += pause
    return move(instant(at))
  })
}
