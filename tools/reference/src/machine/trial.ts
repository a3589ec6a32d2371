/**
 * Confronting a machine with a move, and keeping all that comes of it.
 */
import type { Instant } from "@vintem/domain/calendar"
import { decide, isCommand, type Machine, type MachineTypes, statusBy } from "@vintem/domain/machine"
import { Result } from "effect"

/** A state, and the instant at which it is looked at: what it shows and what it allows may depend on that. */
export interface Place<M extends MachineTypes> {
  readonly state: M["state"]
  readonly now: Instant
}

/** A move and what came of it. A refused command changes nothing. */
export interface Trial<M extends MachineTypes> {
  readonly before: Place<M>
  readonly after: Place<M>
  readonly from: M["status"]
  readonly to: M["status"]
  /** Null where the move was not refused, as no report is. */
  readonly refusal: M["refused"] | null
  readonly changes: ReadonlyArray<M["change"]>
}

/** What a machine makes of a move at the instant of the move. */
export const tryMove = <M extends MachineTypes>(
  machine: Machine<M>,
  before: Place<M>,
  move: M["command"] | M["report"],
): Trial<M> => {
  const { state } = before
  const answer: Result.Result<ReadonlyArray<M["change"]>, M["refused"]> = isCommand(machine, move)
    ? decide(machine, state, move)
    : Result.succeed(machine.record(state, move))
  const changes = Result.getOrElse(answer, (): ReadonlyArray<M["change"]> => [])
  const after = { state: changes.reduce(machine.evolve, state), now: move.at }
  const refusal = Result.isFailure(answer) ? answer.failure : null
  return { before, after, from: statusIn(machine, before), to: statusIn(machine, after), refusal, changes }
}

/** Nothing is recorded when time passes: a machine may show another status all the same. */
export const passTime = <M extends MachineTypes>(machine: Machine<M>, before: Place<M>, now: Instant): Trial<M> => {
  const after = { ...before, now }
  return { before, after, from: statusIn(machine, before), to: statusIn(machine, after), refusal: null, changes: [] }
}

/** What a machine shows in a place. */
export const statusIn = <M extends MachineTypes>({ statuses }: Machine<M>, { state, now }: Place<M>): M["status"] =>
  statusBy(statuses, state, now)
